# Under relaxed flags a document's formula runs beside the function: PoCL's tan is sin(x) * (1.0f / cos(x)), its tanpi
# differs from tan(x * M_PI_F), whose figure is for [-1, 1] only. A product and a sum may be one operation or two.
ulparity devices | grep -q 'PoCL 3\.1' || { echo "no PoCL 3.1 here" >&2; exit 125; }
ulparity check opencl/tan -d opencl:pocl --type float --flags=-cl-fast-relaxed-math --range 1..1.001 -v | grep formula
ulparity check opencl/tanpi -d opencl:pocl --type float --flags=-cl-fast-relaxed-math --range 1.25..1.2501 |
    grep -o "as derived  *info\|differ from the document.*"
ulparity check opencl/tan -d opencl:pocl --type float --range 1..1.001 | grep -o "<= 5.* [0-9]* % [a-z]*"
printf '%s\n' '0x1.000002p+0; 0x1.000002p+0; -0x1.000004p+0' >inputs
for flags in '' -cl-mad-enable -cl-unsafe-math-optimizations; do
    ulparity check 'expr/x*y+z' -d opencl:pocl --flags="$flags" --inputs inputs | grep -o ' pass  .*\| fail  .*'
done
