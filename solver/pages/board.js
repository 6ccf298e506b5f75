// The board: where each card lies in a step, and how it gets there. Lengths are in units of a hundredth of a card's width.
'use strict';

const board = (() => {
  const WIDTH = 100, HEIGHT = 140;
  const GAP = 10, WIDE = 30;        // Between columns: at the least, and where there is room.
  const DOWN = 13;                  // What is seen of a face-down card under another one.
  // What is seen of a face-up one, in a column and in the waste, and the room above the columns, where the numbers of
  // cards in stock and waste are: they hide no part of a card.
  const REAL = {up: 31, fan: 27, row: 21};
  const PLAIN = {up: 44, fan: 37, row: 30};  // The same of a card that has only a large index and a large pip,
  const SMALL = 66;                          // as it has if it is less than this many pixels wide.
  // Pixels of a card's width: to be read (there may be less where a telephone lies on its side, so that the whole board
  // is seen), and to leave something of the screen.
  const LEAST = 54, BESIDE = 34, MOST = 150;
  const RANKS = 'A23456789TJQK', SUITS = 'CDHS';

  const element = document.getElementById('board');
  const felt = document.getElementById('felt');
  const cards = new Map();
  for (const card of element.querySelectorAll('.card')) cards.set(card.dataset.card, card);

  const split = letters => letters.match(/../g) || [];
  let data, slots, shown = null, peek = false, unit = 1, gap = GAP, seen = REAL, settling = 0;

  const slotX = slot => slot * (WIDTH + gap);
  const columnX = column => slotX(column + Math.floor((slots - data.columns) / 2));
  const columnY = () => HEIGHT + seen.row;

  // All cards of a step with the pile they are in, in the order in which they lie on each other.
  function piles(step) {
    const waste = split(step.waste);
    const fanned = Math.min(data.fan, waste.length);
    return [
      {name: 'stock', heap: 2, cards: split(step.stock).reverse(), at: i => [slotX(0), -Math.floor(i / 6) * 1.5], down: () => true},
      {name: 'waste', heap: 4, cards: waste, at: i => [slotX(1) + Math.max(0, i - waste.length + fanned) * seen.fan, 0], down: () => false},
      ...step.up.map((height, suit) => ({
        name: `foundation-${SUITS[suit]}`,
        heap: 2,
        cards: [...RANKS.slice(0, height)].map(rank => rank + SUITS[suit]),
        at: () => [slotX(slots - 4 + suit), 0],
        down: () => false,
      })),
      ...step.columns.map(([down, letters], column) => ({
        name: `column-${column + 1}`,
        cards: split(letters),
        at: i => [columnX(column), columnY() + Math.min(i, down) * below(true) + Math.max(0, i - down) * below(false)],
        down: i => i < down,
      })),
    ];
  }

  const below = down => (down && !peek ? DOWN : seen.up);

  function height(step) {
    const of = ([down, letters]) => {
      const count = letters.length / 2;
      return count ? Math.min(down, count - 1) * below(true) + Math.max(0, count - 1 - down) * below(false) + HEIGHT : HEIGHT;
    };
    return columnY() + Math.max(...step.columns.map(of));
  }

  // Choose the size of the cards: the whole board in the width, and if it stays readable in the height of the window,
  // also when the columns are longest; so the size stays the same from step to step.
  function resize() {
    const style = getComputedStyle(felt);
    const room = felt.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    // What is above and below the felt; nothing is below it where the controls are beside it.
    const beside = document.querySelector('.controls').getBoundingClientRect().left > felt.getBoundingClientRect().right;
    const rest = felt.getBoundingClientRect().top + window.scrollY + parseFloat(style.paddingTop) * 2 + (beside ? 12 : 150);
    const byWidth = room / (slots * (WIDTH + GAP) - GAP) * WIDTH;
    const fitted = () => {
      const byHeight = (window.innerHeight - rest) / (Math.max(...data.steps.map(height)) + 4) * WIDTH;
      return Math.min(byWidth, Math.max(byHeight, beside ? BESIDE : LEAST), MOST);
    };
    seen = REAL;
    let size = fitted();
    if (size < SMALL) {
      seen = PLAIN;
      size = Math.min(fitted(), SMALL - 1);
    }
    unit = size / WIDTH;
    gap = Math.min(WIDE, (room / unit - slots * WIDTH) / (slots - 1));
    const across = slots * (WIDTH + gap) - gap;
    const tallest = Math.max(...data.steps.map(height)) + 4;
    element.style.setProperty('--card', `${size}px`);
    element.style.width = `${across * unit}px`;
    element.style.height = `${tallest * unit}px`;
    element.classList.toggle('small', seen === PLAIN);
    for (const place of element.querySelectorAll('.place')) put(place, ...place.at());
    if (shown) draw(shown, {still: true});
  }

  const put = (item, x, y) => { item.style.transform = `translate(${x * unit}px, ${y * unit + 2}px)`; };

  // Show a step. `still`: at once; else the cards move for `time` seconds, those of a draw one after the other.
  function draw(step, {still = false, time = 0.3} = {}) {
    clearTimeout(settling);
    element.classList.toggle('still', still);
    element.style.setProperty('--time', `${time}s`);
    const before = shown;
    shown = step;
    let moving = 0;
    for (const pile of piles(step)) {
      pile.cards.forEach((name, i) => {
        const card = cards.get(name), [x, y] = pile.at(i), down = pile.down(i);
        const moves = card.dataset.pile !== pile.name;
        const wait = moves && pile.name === 'waste' ? Math.min(moving++, 2) * time * 0.3 : 0;
        card.style.setProperty('--wait', `${wait}s`);
        card.style.zIndex = i + 1 + (moves && before && !still ? 1000 : 0);
        card.classList.toggle('down', down);
        card.classList.toggle('stock', pile.name === 'stock');
        // Shadows on shadows would be black.
        card.classList.toggle('deep', i < pile.cards.length - (pile.heap || Infinity));
        card.classList.toggle('moved', Boolean(moves && before && before !== step && !down && data.steps.length > 1));
        card.dataset.pile = pile.name;
        card.dataset.place = i;
        card.base = i + 1;
        put(card, x, y);
      });
    }
    count('stock', step.stock.length / 2, slotX(0));
    count('waste', step.waste.length / 2, slotX(1));
    if (!still) settling = setTimeout(() => { for (const card of cards.values()) card.style.zIndex = card.base; }, time * 1700);
  }

  function count(pile, number, x) {
    const label = element.querySelector(`.count.${pile}`);
    label.textContent = number;
    label.hidden = !number;
    label.style.transform = `translate(${(x + WIDTH / 2) * unit}px, ${(HEIGHT + seen.row / 2) * unit + 2}px) translate(-50%, -50%)`;
  }

  // The marks of the piles: what is seen where a pile is empty.
  function mark(at, picture) {
    const place = document.createElement('div');
    place.className = 'place';
    place.innerHTML = `<svg viewBox="0 0 100 140">${picture}</svg>`;
    place.at = at;
    element.prepend(place);
  }

  function start(given) {
    data = given;
    slots = Math.max(7, data.columns);
    mark(() => [slotX(0), 0], '<path class="turn" d="M68 52a25 25 0 1 0 6 22M70 36v18h-18"/>');
    mark(() => [slotX(1), 0], '');
    [...SUITS].forEach((suit, i) => {
      mark(() => [slotX(slots - 4 + i), 0], `<use href="#pip-${suit}" transform="translate(50 70) scale(.44)"/>`);
    });
    for (let column = 0; column < data.columns; column++) mark(() => [columnX(column), columnY()], '');
    for (const pile of ['stock', 'waste']) {
      const label = document.createElement('span');
      label.className = `count ${pile}`;
      element.append(label);
    }
    resize();
    new ResizeObserver(resize).observe(felt);
    window.addEventListener('resize', resize);
  }

  // The board in words, a line for each pile.
  function words(step) {
    const name = letters => data.names[letters];
    const cardsOf = number => `${number} card${number === 1 ? '' : 's'}`;
    const waste = split(step.waste);
    const tops = step.up.map((height, suit) => height && name(RANKS[height - 1] + SUITS[suit])).filter(Boolean);
    return [
      step.stock ? `Stock: ${cardsOf(step.stock.length / 2)} face down.` : 'Stock: empty.',
      waste.length ? `Waste: ${cardsOf(waste.length)}, ${name(waste.at(-1))} on top.` : 'Waste: empty.',
      `Foundations: ${tops.join(', ') || 'empty'}.`,
      ...step.columns.map(([down, letters], column) => {
        const all = split(letters);
        const shownCards = all.slice(down).map(name).join(', ');
        const hidden = !down ? '' : peek ? `face down ${all.slice(0, down).map(name).join(', ')}; face up ` : `${down} face down, then `;
        return `Column ${column + 1}: ${all.length ? hidden + shownCards : 'empty'}.`;
      }),
    ];
  }

  return {
    start, draw, words,
    set peek(wanted) {
      peek = wanted;
      element.classList.toggle('peek', wanted);
      resize();
    },
  };
})();
