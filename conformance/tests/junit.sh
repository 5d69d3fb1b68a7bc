#!/usr/bin/env bash
# JUnit's XML is what its readers take: by junit.xsd, and its counts are those of its cases. junit.sh ULPARITY
set -u
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
command -v xmllint >/dev/null || { echo 'no xmllint here (libxml2-utils): JUnit XML is not validated' >&2; exit 77; }
xml=$(mktemp)
trap 'rm -f "$xml"' EXIT
status=0

valid() { xmllint --noout --schema "$here/junit.xsd" "$xml" 2>/dev/null; }
wrong() { echo "$*"; status=1; }
number() { xmllint --xpath "string($1)" "$xml"; }
same() { [ "$(number "$1")" = "$(number "$2")" ] || wrong "$1 is $(number "$1"), $2 $(number "$2")"; }

check() {
    "$1" report "${@:2}" --format junit >"$xml"
    valid || { xmllint --noout --schema "$here/junit.xsd" "$xml"; wrong "report ${*:2}: not valid"; }
    same /testsuites/@tests 'count(//testcase)'
    same /testsuites/@failures 'count(//failure)'
    same /testsuites/@errors 'count(//error)'
    same 'sum(//testsuite/@skipped)' 'count(//skipped)'
    same 'sum(//testsuite/@tests)' 'count(//testcase)'
}

check "$1" "$here/report.jsonl"
[ "$(number 'count(//testsuite)')" = 4 ] || wrong "$(number 'count(//testsuite)') suites, not one for each device and flags"
number '//error/@message' | grep -qF '<b>&]]>' || wrong 'a message was not kept'
# What is not valid is seen as such.
for breakage in 's/ classname="[^"]*"//' 's/tests="[0-9]*"/tests="many"/' 's/<failure/<failed/' 's/&lt;/</'; do
    "$1" report "$here/report.jsonl" --format junit | sed "$breakage" >"$xml"
    ! valid || wrong "valid after $breakage"
done
check "$1" "$here/report.jsonl" -q
exit $status
