#!/usr/bin/env python3
"""The commands of a page work, and print what the page says: docs.py BUILD_FOLDER PAGE...

A page's commands stand in indented blocks behind "$ ", what they print below them; "..." stands for any text, a line
of it for any lines. A block behind a line that ends in "as `FILE`:" is that file. All happens in a copy of the tree,
where `cmake --build build` compiles what a page changed and links it with the rest of BUILD_FOLDER. A command for a
device or module that is not here is left out, and told.
"""
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv[1]).resolve()
SKIPPED_FOLDERS = shutil.ignore_patterns('.git', 'build*', 'results', 'h200', '__pycache__')
TIMEOUT = 300


def words(text):
    return re.sub(r'[ \t]+', ' ', text.strip())


def without_figures(line):
    """PoCL's come from code for the processor at hand."""
    return re.sub(r'(?<![\w.])-?(0x[0-9a-f.]+p[+-]\d+|\d+(\.\d+)?(e[+-]?\d+)?)(?![\w.]*\w)', '#', line)


def is_like(want, got):
    """Lines that a page shows, and those that were printed."""
    pattern = ''
    for line in want:
        if words(line) == '...':
            pattern += r'(?:.*\n)*?'
        else:
            pattern += r'.*?'.join(re.escape(words(part)) for part in re.split(r'\.\.\.', words(line))) + r'\n'
    return re.fullmatch(pattern, ''.join(words(line) + '\n' for line in got if line.strip()))


def blocks(page):
    """(number of its first line, the line before it, its lines) of each indented block."""
    lines, before, block = page.read_text().splitlines() + ['end'], '', []
    for number, line in enumerate(lines, 1):
        if line.startswith('    ') or (block and not line):
            block.append(line[4:])
            continue
        if any(block):
            yield number - len(block), before, block
        block = []
        if line:
            before = line


def globbed(variable):
    """The files that the copy's CMakeLists.txt takes into a list."""
    text = Path('CMakeLists.txt').read_text()
    patterns = re.search(r'file\(GLOB %s CONFIGURE_DEPENDS([^)]*)\)' % variable, text).group(1).split()
    return sorted({str(f) for p in patterns if '*' in p or '/' in p for f in Path().glob(p) if f.is_file()})


def build():
    """What `cmake --build build` would do, without compiling again what did not change."""
    compiled = json.loads((BUILD / 'compile_commands.json').read_text())
    flags = next(c['command'] for c in compiled if c['file'].endswith('/conformance/record.c'))
    flags = flags.split(' -o ')[0].replace('-I' + str(ROOT), '-I' + os.getcwd())
    subprocess.run(['cmake', '-DROOT=' + os.getcwd(), '-DFILES=' + ','.join(f for f in globbed('UL_EMBED')),
                    '-DOUT=build/embedded_data.c', '-P', 'common/embed.cmake'], check=True)
    changed = [f for f in globbed('UL_SOURCES')
               if not (ROOT / f).exists() or (ROOT / f).read_bytes() != Path(f).read_bytes()]
    objects = []
    for source in changed + ['build/embedded_data.c']:
        objects.append('build/' + source.replace('/', '_') + '.o')
        subprocess.run(f'{flags} -o {objects[-1]} -c {source}', shell=True, check=True)
    link = (BUILD / 'CMakeFiles/ulparity.dir/link.txt').read_text().strip()
    link = link.replace(' -o ulparity ', f' -o {os.getcwd()}/build/ulparity ' +
                        ' '.join(f'{os.getcwd()}/{o}' for o in objects) + ' ')
    subprocess.run(link, shell=True, check=True, cwd=BUILD)


def run(command):
    """What it prints, and its exit status. What builds and tests is not run, but what it names is looked for."""
    if command.startswith('cmake --build build'):
        build()
        return '', 0
    if command.startswith('cmake --preset '):
        presets = json.loads(Path('CMakePresets.json').read_text())['configurePresets']
        return '', int(command.split()[2] not in [p['name'] for p in presets])
    if command.startswith('ctest '):  # it is not run within itself, but names tests
        listed = subprocess.run(command + ' -N', shell=True, text=True, stdout=subprocess.PIPE)
        return '', int('Total Tests: 0' in listed.stdout or listed.returncode)
    done = subprocess.run(command, shell=True, executable='/bin/bash', text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=TIMEOUT)
    return done.stdout, done.returncode


def is_for_something_absent(command):
    return any(not here for word, here in HERE.items() if word in command)


def check(page, number, command, want):
    where = f'{page}:{number}: {command}'
    if command in ('./conformance/test', './conformance/check'):
        return os.access(command, os.X_OK)
    if is_for_something_absent(command):
        print(f'{where}: left out: what it is for is not here')
        return True
    got, status = run(command)
    want = [line for line in want if line.strip()]
    # 1: a bound is broken, which the text says.
    if status not in (0, 1) and 'echo $?' not in command or status and not want:
        print(f'{where}: exit status {status}\n{got}')
        return False
    told = got.splitlines()
    if 'opencl:pocl' in command:
        want, told = map(without_figures, want), map(without_figures, told)
    want, told = list(want), list(told)
    if want and not is_like(want, told):
        print(f'{where}: prints\n{got}')
        return False
    return True


def check_block(page, number, before, block):
    named = re.search(r'\bas `([^`]+)`:$', before, re.IGNORECASE)
    if named and any(line.startswith('$ ') for line in block):
        print(f'{page}:{number}: a file and commands in one block: they need a line of text between them')
        return False
    if named:
        Path(named.group(1)).parent.mkdir(parents=True, exist_ok=True)
        Path(named.group(1)).write_text('\n'.join(block).rstrip() + '\n')
        return True
    starts = [k for k, line in enumerate(block) if line.startswith('$ ')]
    good = True
    for k, end in zip(starts, starts[1:] + [len(block)]):
        good &= check(page, number + k, block[k][2:].split('   # ')[0].strip(), block[k + 1:end])
    return good


def check_page(page):
    good, commands = True, 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / 'ulparity'
        shutil.copytree(ROOT, copy, ignore=SKIPPED_FOLDERS)
        (copy / 'build').mkdir()
        # ctest lists BUILD_FOLDER's tests from here, as it begins its log anew where it is called.
        (copy / 'build/CTestTestfile.cmake').write_text(f'subdirs("{BUILD}")\n')
        for name in ['ulparity', 'libulparity-llvm.so']:
            if (BUILD / name).exists():
                shutil.copy2(BUILD / name, copy / 'build')
        os.chdir(copy)
        for number, before, block in blocks(ROOT / page):
            commands += sum(line.startswith('$ ') for line in block)
            good &= check_block(page, number, before, block)
        os.chdir(ROOT)
    if not commands:
        print(f'{page}: it has no command')
    return good and commands > 0


def has(device):
    done = subprocess.run([BUILD / 'ulparity', 'eval', 'approx/rcp', '3', '-d', device], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    return done.returncode == 0


if not (BUILD / 'CMakeFiles/ulparity.dir/link.txt').exists() or not (BUILD / 'compile_commands.json').exists():
    print('this build is none of make: how it links is not known', file=sys.stderr)
    sys.exit(77)
HERE = {device: has(device) for device in ('opencl:pocl', 'cuda:emulated')}
HERE['-m jsonschema'] = importlib.util.find_spec('jsonschema') is not None
sys.exit(0 if all([check_page(page) for page in sys.argv[2:]]) else 1)
