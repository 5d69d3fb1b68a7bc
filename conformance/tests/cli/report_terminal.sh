# On a terminal lines are fitted to its width, and what fails is in colour; elsewhere a row is a line.
command -v script >/dev/null || { echo 'no script(1) here' >&2; exit 125; }
record=$CLI/../report.jsonl
on_terminal() {
    echo "---- $*"
    TERM=xterm script -qec "stty cols $1; ${2-} ulparity report '$record'" /dev/null | tr -d '\r' | cat -v
}
on_terminal 80 NO_COLOR=1
on_terminal 130
on_terminal 200 'env COLUMNS=72 NO_COLOR=1' | awk 'length > 72'
TERM=xterm ulparity report "$record" | grep -c $'\033'
