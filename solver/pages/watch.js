// Stepping through the line of play: buttons, slider, keys, the list of moves, and the address.
(() => {
  const get = id => document.getElementById(id);
  const data = JSON.parse(get('data').textContent);
  const end = data.steps.length - 1;
  const entries = [...get('moves').querySelectorAll('button')];
  const speed = get('speed');
  const ending = document.createElement('strong');
  ending.textContent = get('won').textContent;
  const PAUSE = 850;                // Milliseconds from one move to the next, at speed 1.
  let at = -1, timer = 0;

  function show(wanted, {say = true, slide = true} = {}) {
    const step = Math.min(Math.max(wanted, 0), end);
    if (step === at) return;
    const pace = timer ? Number(speed.value) : 1;
    board.draw(data.steps[step], {
      still: at < 0,
      time: Math.abs(step - at) === 1 ? Math.min(0.32, 0.55 / pace) : 0.22,
    });
    entries[at]?.removeAttribute('aria-current');
    if (at >= 0) entries[at].tabIndex = -1;
    at = step;
    tell(say);
    if (slide) get('slider').value = at;
    if (!timer) remember();
  }

  // Everything on the page that names the step, besides the board itself.
  function tell(say) {
    const step = data.steps[at], entry = entries[at];
    get('fact-move').textContent = step.move;
    get('fact-pass').textContent = step.pass;
    get('fact-up').textContent = step.up.reduce((sum, height) => sum + height);
    if (step.score !== null) get('fact-score').textContent = step.score;
    get('caption').innerHTML = entry.innerHTML;
    if (at === end && end && !data.won) get('caption').append(ending.cloneNode(true));
    // While it plays, the moves come faster than anybody can say them.
    if (say && !timer) get('live').textContent = step.say;
    get('slider').setAttribute('aria-valuetext', step.say);
    get('position').replaceChildren(...board.words(step).map(text => {
      const item = document.createElement('li');
      item.textContent = text;
      return item;
    }));
    entry.setAttribute('aria-current', 'step');
    entry.tabIndex = 0;
    reveal(entry);
    // A button that is pressed may not become useless under the finger: it would lose the focus.
    for (const [id, useless] of [['first', at === 0], ['back', at === 0], ['next', at === end], ['last', at === end]]) {
      get(id).setAttribute('aria-disabled', useless);
    }
    // Where the game is not won there are cards in the way.
    get('won').hidden = at < end || !data.won || end === 0;
  }

  // Scroll the list, and never the page.
  function reveal(entry) {
    const list = get('moves');
    list.scrollTop += entry.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }

  function remember() {
    try {
      history.replaceState(null, '', at ? `#step-${at}` : '#');
    } catch {
      // Some places where a page can be shown have no address to write to.
    }
  }

  function fromAddress() {
    const found = /^#step-(\d{1,9})$/.exec(location.hash);
    return found ? Number(found[1]) : 0;
  }

  function play() {
    if (at === end) show(0);
    get('play').classList.add('playing');
    get('play').setAttribute('aria-label', 'Pause');
    get('live').textContent = 'Playing.';
    const next = () => {
      timer = setTimeout(next, PAUSE / Number(speed.value));
      show(at + 1);
      if (at === end) pause();
    };
    timer = setTimeout(next, 250);
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    get('play').classList.remove('playing');
    get('play').setAttribute('aria-label', 'Play');
    get('live').textContent = data.steps[at].say;
    remember();
  }

  // What a person asks for stops the show.
  function go(step, options) {
    if (timer) pause();
    show(step, options);
  }

  function faster(by) {
    const index = speed.selectedIndex + by;
    if (index < 0 || index >= speed.length) return;
    speed.selectedIndex = index;
    get('live').textContent = `Speed ${speed.options[index].text}`;
  }

  function peek() {
    board.peek = get('peek').checked;
    tell(false);
  }

  const actions = {
    first: options => go(0, options),
    back: options => go(at - 1, options),
    play: () => (timer ? pause() : play()),
    next: options => go(at + 1, options),
    last: options => go(end, options),
  };
  for (const [id, action] of Object.entries(actions)) get(id).addEventListener('click', () => action());
  get('slider').addEventListener('input', event => go(Number(event.target.value), {slide: false, say: false}));
  get('peek').addEventListener('change', peek);
  get('moves').addEventListener('click', event => {
    const entry = event.target.closest('button');
    if (entry) go(Number(entry.dataset.step));
  });

  const keys = {
    ArrowRight: actions.next,
    ArrowLeft: actions.back,
    ' ': actions.play,
    Home: actions.first,
    End: actions.last,
    '+': () => faster(1),
    '=': () => faster(1),
    '-': () => faster(-1),
    '−': () => faster(-1),
    f: () => { get('peek').checked = !get('peek').checked; peek(); },
    '?': () => { get('help').open = !get('help').open; },
  };
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target, inList = entries.includes(target);
    // What has keys of its own keeps them.
    if (target.id === 'speed' || target.id === 'slider' && /^(Arrow|Home|End|Page)/.test(event.key)) return;
    if (event.key === ' ' && target.closest('button, summary, input[type=checkbox]')) return;
    // Who speaks to the computer, or hits keys by mistake, can do without those that write something.
    if (event.key.length === 1 && event.key !== ' ' && !get('letters').checked) return;
    const upDown = {ArrowDown: actions.next, ArrowUp: actions.back}[event.key];
    const action = inList && upDown || keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    // In the list the entry that gets the focus says what it is; twice would be once too often.
    action({say: !inList});
    if (inList) entries[at].focus({preventScroll: true});
  });

  let touched = null;
  get('felt').addEventListener('pointerdown', event => { touched = {x: event.clientX, y: event.clientY}; });
  get('felt').addEventListener('pointerup', event => {
    if (!touched) return;
    const x = event.clientX - touched.x, y = event.clientY - touched.y;
    touched = null;
    if (Math.abs(x) > 36 && Math.abs(x) > 2 * Math.abs(y)) go(at + (x < 0 ? 1 : -1));
  });
  get('felt').addEventListener('pointercancel', () => { touched = null; });
  window.addEventListener('hashchange', () => go(fromAddress()));

  for (const card of get('moves').querySelectorAll('.red, .black')) {
    const letters = card.textContent.replace('10', 'T').replace(/[♣♦♥♠].*/, suit => 'CDHS'['♣♦♥♠'.indexOf(suit[0])]);
    const name = document.createElement('span');
    name.className = 'unseen';
    name.textContent = data.names[letters];
    card.setAttribute('aria-hidden', 'true');
    card.after(name);
  }
  board.start(data);
  show(fromAddress(), {say: false});
})();
