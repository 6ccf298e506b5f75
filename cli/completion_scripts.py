"""The scripts of ``klondike completion``, by the name of the shell.

Each asks ``klondike completion`` with the line up to the cursor, and reads lines of kind, word and a few words about
it, with tabs between them. After a scheme's colon no space is added: a number follows.
"""

from __future__ import annotations

__all__ = ["SCRIPTS"]

_BASH = r"""# bash completion for klondike

_klondike_completion() {
    local kind word about files= current=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    while IFS=$'\t' read -r kind word about; do
        case $kind in
            # bash completes what stands after the = of an option as a word of its own.
            plain) COMPREPLY+=("${word#--*=}") ;;
            file | dir) files=yes ;;
        esac
    done < <("$1" completion bash --line "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    if [[ -n $files && ${#COMPREPLY[@]} == 0 ]]; then
        compopt -o default 2>/dev/null
    elif [[ -n $files ]]; then
        while IFS= read -r word; do
            COMPREPLY+=("$word")
        done < <(compgen -f -- "$current")
    fi
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

complete -F _klondike_completion klondike
"""

_ZSH = r"""#compdef klondike

_klondike() {
    local kind word about files=
    local -a plain open described
    while IFS=$'\t' read -r kind word about; do
        case $kind in
            plain)
                if [[ -n $about ]]; then
                    described+=("${word//:/\\:}:$about")
                elif [[ $word == *: ]]; then
                    open+=("$word")
                else
                    plain+=("$word")
                fi
                ;;
            file | dir) files=yes ;;
        esac
    done < <("${words[1]}" completion zsh --line "${words[1,CURRENT-1]} $PREFIX" 2>/dev/null)
    (( $#described )) && _describe -V klondike described
    (( $#plain )) && compadd -V klondike -a plain
    (( $#open )) && compadd -V klondike -S '' -a open
    if [[ -n $files ]]; then
        compset -P '--*='
        _files
    fi
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _klondike "$@"
else
    compdef _klondike klondike
fi
"""

_FISH = r"""# fish completion for klondike

function __klondike_completion
    set -l command (commandline -opc)[1]
    for line in ($command completion fish --line (commandline -cp | string collect) 2>/dev/null)
        set -l fields (string split \t -- $line)
        switch $fields[1]
            case plain
                printf '%s\t%s\n' $fields[2] $fields[3]
            case file dir
                __fish_complete_path (commandline -ct)
        end
    end
end

complete --command klondike --no-files --arguments '(__klondike_completion)'
"""

SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
