"""``klondike completion``: the script with which a shell completes what is typed after ``klondike``.

The three scripts ask the same question, ``klondike completion SHELL --line LINE``, and get the same answer: a line for
each completion, with tabs between its kind (``plain``, or ``file`` and ``dir`` for what the shell finds itself), the
word, and a few words about it. click's own scripts would cut deal numbers at the colon in bash and zsh.
"""

from __future__ import annotations

import shlex

import click
from click.shell_completion import CompletionItem, ShellComplete

from .completion_scripts import SCRIPTS
from .log import verbose_option
from .output import Output
from .status import Status

__all__ = ["completion", "completions"]

_NAME = "klondike"

_EPILOG = """\b
To have it in every new shell:
  bash  echo 'eval "$(klondike completion bash)"' >> ~/.bashrc
  zsh   echo 'eval "$(klondike completion zsh)"' >> ~/.zshrc
  fish  klondike completion fish > ~/.config/fish/completions/klondike.fish

For zsh that line has to stand below the one with compinit.

\b
Examples:
  klondike completion bash > klondike.bash
  klondike completion zsh > _klondike
  klondike completion fish > klondike.fish
"""


@click.command(epilog=_EPILOG)
@click.argument("shell", type=click.Choice(list(SCRIPTS)), metavar="|".join(SCRIPTS))
@click.option("--line", hidden=True, help="Complete this line instead; for the scripts.")
@verbose_option
@click.pass_context
def completion(context: click.Context, shell: str, line: str | None) -> Status:
    """Print the script with which a shell completes commands, options, deals and files."""
    output = Output()
    if line is None:
        output.write(SCRIPTS[shell])
    else:
        for answer in completions(context.find_root().command, line):
            output.line(answer)
    return Status.DONE


def completions(cli: click.Command, line: str) -> list[str]:
    """Return the answer for a line of the shell, up to the cursor: what the word at its end may become.

    >>> import click
    >>> completions(click.Command("klondike", params=[click.Option(["--ascii"], is_flag=True)]), "klondike --as")
    ['plain\\t--ascii\\t']
    """
    words, incomplete = _split(line)
    # An option and its value may be one word: the value is completed, and the shell wants the whole word.
    option, equals, value = incomplete.partition("=")
    if not (option.startswith("--") and equals):
        option, equals, value = "", "", incomplete
    items = ShellComplete(cli, {}, _NAME, "").get_completions([*words, *([option] if option else [])], value)
    return [_written(item, option + equals) for item in items]


def _split(line: str) -> tuple[list[str], str]:
    """Return the whole words after the command's name, and the one that has been begun."""
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    words = []
    ended = line[-1:].isspace()
    try:
        for word in lexer:
            words.append(word)
    except ValueError:  # A quotation mark or a backslash that is still open.
        words.append(lexer.token)
        ended = False
    incomplete = words.pop() if words and not ended else ""
    return words[1:], incomplete


def _written(item: CompletionItem, before: str) -> str:
    about = " ".join((item.help or "").split())
    return f"{item.type}\t{before}{item.value}\t{about}"
