# Every line of vectors.tsv as one vector: what is called right is the true value, in each lane; and what PoCL 3.1 gives
# is judged by it.
ulparity devices | grep -q 'PoCL 3\.1' || { echo "no PoCL 3.1 here" >&2; exit 125; }
right() { # want, correct: '*' is anything
    local -a want correct
    IFS=',;' read -ra want <<<"$1"
    IFS=',;' read -ra correct <<<"$2"
    [ "${#want[@]}" = "${#correct[@]}" ] || return 1
    for k in "${!want[@]}"; do [ "${correct[k]}" = '*' ] || [ "${want[k]}" = "${correct[k]}" ] || return 1; done
}
while IFS=$'\t' read -r function type args correct flags _; do
    case $function in '#'* | function) continue ;; esac
    [ "$flags" != - ] || flags=
    IFS=';' read -ra words <<<"$args"
    line=$(ulparity eval "opencl/$function" "${words[@]}" --type "$type" --flags "$flags" -d opencl:pocl --format json)
    want=$(sed 's/.*"want":\["\([^]]*\)"\].*/\1/; s/","/;/g' <<<"$line")
    right "$want" "$correct" && told=right || told="$want, not $correct"
    sed "s|.*\"width\":\([0-9]*\),.*\"verdict\":\"\([a-z]*\)\",\"reason\".*|$function \1 $flags \2, $told|" <<<"$line"
done <"$CLI/../vectors.tsv"
