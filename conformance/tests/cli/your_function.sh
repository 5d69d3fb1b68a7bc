# docs/your-function.md as a reader follows it: its functions into files, each command as it stands there, and each line
# that it shows is printed, but for devices' names, which are the machine's, and compilers' words behind a file's line.
page=$CLI/../../../docs/your-function.md
example=$CLI/../../../packaging/mine.h
export XDG_CACHE_HOME=$CACHE

# The page's first code is the file, and what is installed.
sed -n '/^    \/\* The logistic/,/^     \*\//s/^    //p' "$page" >mine.h
diff mine.h "$example" || echo 'packaging/mine.h is not what the page shows'

here=host
ulparity devices >devices.txt
! grep -q 'OpenCL.*PoCL [0-9]' devices.txt || here+=' opencl:pocl'
! grep -q '^cuda:emulated' devices.txt || here+=' cuda:emulated'
ran=0
run() { # COMMAND STATUS
    local line status
    case $1 in
    *'-d opencl:pocl'*) [[ $here == *pocl* ]] || return ;;
    *'ulparity cost'*) ulparity cost approx/rcp >/dev/null 2>&1 </dev/null || return ;; # no NVRTC or no disassembler
    esac
    ran=$((ran + 1))
    eval "$1" >out 2>&1 </dev/null
    status=$?
    [ $status = "$2" ] || { echo "exit status $status, not $2: $1"; cat out; }
    while IFS= read -r line; do
        case $line in
        '' | 'host  '* | opencl:* | cuda:*) continue ;;
        *'./wrong.h:'*': error: '*) line=${line%%: error: *} ;;
        esac
        grep -qF -e "$line" out || { echo "not printed by $1: $line"; cat out; }
    done <shown
}
status_of() { # what the page says of it
    if grep -q '^ulparity: ' shown; then echo 2; elif grep -q ' error$' shown; then echo 3; else echo 0; fi
}
command=
while IFS= read -r line; do
    case $line in
    '    $ '* | [!\ ]*)
        [ -z "$command" ] || run "$command" "$(status_of)"
        command=
        [[ $line != '    $ '* ]] || { command=${line#'    $ '}; : >shown; }
        ;;
    '    '*) [ -z "$command" ] || printf '%s\n' "${line#    }" >>shown ;;
    esac
done < <(cat "$page"; echo end)
[ "$ran" -ge 11 ] || echo "$ran commands ran"

# Commands within a line.
grep -o '`ulparity [a-z]* [^`]*`' "$page" | tr -d '`' | while read -r line; do
    eval "$line" >out 2>&1 || { echo "exit status of $line"; cat out; }
done

# What CUDA alone has, and the rest in the other branch: its comment is the reader's.
sed -n '/^    ul_fn float power_of_two/,/^    }/s/^    //p' "$page" >power.h
printf '/* ulparity\n * signature  float(float)\n * reference  exp2(x)\n * domain     [-100, 100]\n * claim      rel 1e-6\n */\n' >>power.h
for device in $here; do
    ulparity check ./power.h --approx mufu -d $device >out 2>&1 || { echo "power_of_two on $device"; cat out; }
done
