# The completions know commands, their options and the words of these; the page for man is roff without warnings.
ulparity --manual bash >completion
bash -n completion
complete_words() { bash -c '. ./completion; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ulparity; echo "${COMPREPLY[@]}"' _ "$@"; }
complete_words ulparity fi
complete_words ulparity cost --r
complete_words ulparity compare exp --format m
complete_words /usr/bin/ulparity de
for shell in zsh fish; do
    ulparity --manual $shell >completion
    if command -v $shell >/dev/null; then $shell -n completion; fi
done
ulparity --manual man >ulparity.1
if command -v groff >/dev/null; then groff -man -Tascii -ww ulparity.1 >/dev/null; fi
grep -c '^\.SS' ulparity.1
ulparity --manual
echo "exit status $?"
ulparity --manual pdf
echo "exit status $?"
ulparity --manual md >/dev/full
echo "exit status $?"
