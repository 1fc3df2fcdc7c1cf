#!/usr/bin/env bash
# Installs the systems of instances/systems.json: packages of Debian (by apt-get, as root or by
# sudo), of PyPI and npm with small launchers in a folder of their own, and, made of the sources in
# crates, CaDiCaL 3 and Pumpkin (two minutes of one core each).
#
#     instances/install-systems.sh [FOLDER]     [default: $PEGSAT_SYSTEMS, or ~/.local/share/pegsat]
#
# pegsat looks for systems in FOLDER/bin (where PEGSAT_SYSTEMS names another folder than the
# default, there), then on the path. 'pegsat systems' says what it finds.
set -euo pipefail
folder=${1:-${PEGSAT_SYSTEMS:-${XDG_DATA_HOME:-$HOME/.local/share}/pegsat}}

packages=(minizinc coinor-cbc default-jre-headless cadical minisat g++ python3 python3-venv)
missing=()
for package in "${packages[@]}"; do
    dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
command -v npm >/dev/null || missing+=(nodejs npm)
if [ "${#missing[@]}" -gt 0 ]; then
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
        --no-install-recommends "${missing[@]}" >/dev/null
fi

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
[ -x "$folder/bin/python3" ] || python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check \
    clingo==5.8.3 cpmpy==1.1.1 exact==2.2.1 highsbox==1.15.1 ortools==9.15.6755 passagemath-kissat==10.8.13 \
    pychoco==0.4.0 pycsp3==2.6.1 pyscipopt==6.3.0 up-fast-downward==1.0.0 up-symk==1.6.0
site=$("$folder/bin/python3" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')

# launcher NAME LINE...: a shell script in FOLDER/bin
launcher() {
    local file=$folder/bin/$1
    shift
    printf '#!/bin/sh\n' >"$file"
    printf '%s\n' "$@" >>"$file"
    chmod +x "$file"
}
ace=$(ls "$site"/pycsp3/solvers/ace/ACE-*.jar | tail -n 1)
launcher ace "[ \"\$1\" = --version ] && echo '$(basename "$ace" .jar)' && exit" \
    "exec java -XX:+UseSerialGC -jar '$ace' \"\$@\""
# Model C by PyCSP3 in one of its variants, solved by ACE: pycsp3-ace C.py VARIANT DATA [OPTION]...
launcher pycsp3-ace "[ \"\$1\" = --version ] && echo '$(basename "$ace" .jar), PyCSP3 2.6.1' && exit" \
    "'$folder/bin/python3' \"\$1\" -data=\"\$3\" -variant=\"\$2\" -output=stated >&2 || exit" \
    "shift 3" "exec '$folder/bin/ace' stated.xml \"\$@\""
crate=cadical-sys-0.8.0
if [ "$("$folder/bin/cadical-3" --version 2>/dev/null)" != 3.0.1 ]; then
    made=$(mktemp -d)
    trap 'rm -rf "$made"' EXIT
    "$folder/bin/python3" - "$made" "$crate" <<'EOF'
import hashlib, io, sys, tarfile, time, urllib.request
folder, crate = sys.argv[1:]
url = f"https://static.crates.io/crates/cadical-sys/{crate}.crate"
for wait in (3, 10, 30, None):
    try:
        packed = urllib.request.urlopen(url, timeout=60).read()
        break
    except OSError as error:
        if wait is None:
            sys.exit(f"{url}: {error}")
        time.sleep(wait)
sha256 = "cac0ce7123e5be33dc973a3da8db5475db8a86110730286d473943192ef74f45"
if hashlib.sha256(packed).hexdigest() != sha256:
    sys.exit(f"{url} is not what it was")
tarfile.open(fileobj=io.BytesIO(packed)).extractall(folder)
EOF
    (
        cd "$made/$crate/cadical"
        export flags="-O3 -DNDEBUG -DNBUILD -DVERSION=\"3.0.1\""
        rm src/mobical.cpp
        ls src/*.c | xargs -I{} sh -c 'gcc $flags -c {} -o {}.o'
        ls src/*.cpp | xargs -P "$(nproc)" -I{} sh -c 'g++ -std=c++11 $flags -c {} -o {}.o'
        g++ -o "$folder/bin/cadical-3" src/*.o
    )
fi
if [ ! -x "$folder/bin/pumpkin-solver" ]; then
    if command -v cargo >/dev/null; then
        cargo install --quiet --locked --root "$folder" pumpkin-solver@0.5.0
    else
        echo 'without cargo there is no Pumpkin' >&2
    fi
fi
cat >"$folder/pumpkin.msc" <<EOF
{"id": "nl.tudelft.algorithmics.pumpkin", "name": "Pumpkin", "version": "0.5.0",
 "executable": "$folder/bin/pumpkin-solver", "mznlib": "-Gstd", "tags": ["cp", "int"],
 "stdFlags": ["-a", "-f", "-s", "-t", "-r"], "supportsFzn": true}
EOF
launcher minizinc-pumpkin "[ \"\$1\" = --version ] && exec '$folder/bin/pumpkin-solver' --version" \
    "exec minizinc --solver '$folder/pumpkin.msc' \"\$@\""
npm install --silent --no-audit --no-fund --prefix "$folder" minizinc@4.5.1
cp "$(dirname "$0")/minizinc.cjs" "$folder/minizinc.cjs"
# Without it WebAssembly reserves more addresses than a limit of 4 GiB allows.
lean=--disable-wasm-trap-handler
node "$lean" -e '' 2>/dev/null || lean=
launcher minizinc-js "exec node $lean '$folder/minizinc.cjs' \"\$@\""
launcher highs "export LD_LIBRARY_PATH='$site/highsbox/highs_dist/lib'" \
    "exec '$site/highsbox/highs_dist/bin/highs' \"\$@\""
launcher kissat "exec '$site/sage_wheels/bin/kissat' \"\$@\""
launcher fast-downward \
    "exec '$folder/bin/python3' '$site/up_fast_downward/downward/fast-downward.py' \"\$@\""
launcher symk "[ \"\$1\" = --version ] && echo 'SymK (up-symk 1.6.0)' && exit" \
    "exec '$folder/bin/python3' '$site/up_symk/symk/fast-downward.py' \"\$@\""
# clingo as its own program has it: the module's one lacks the incremental mode.
cat >"$folder/bin/clingo" <<EOF
#!$folder/bin/python3
import sys
from clingo.application import Application, clingo_main
class Clingo(Application):
    program_name = "clingo"
del Application.main
sys.exit(clingo_main(Clingo(), sys.argv[1:]))
EOF
chmod +x "$folder/bin/clingo"
echo "installed in $folder/bin"
