"""Reads `cargo metadata` and fails at a dependency whose licence is not known to be permissive."""

import json
import re
import sys

ALLOWED = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0",
    "CC0-1.0", "ISC", "MIT", "MIT-0", "Unicode-3.0", "Unlicense", "Zlib",
}


def allowed(expression):
    """Whether some choice within an SPDX expression is allowed; 'and' needs both sides."""
    expression = expression.replace("/", " OR ").replace("(", "").replace(")", "")
    return all(
        any(choice.strip() in ALLOWED for choice in part.split(" OR "))
        for part in re.split(r" AND ", expression)
    )


packages = json.load(sys.stdin)["packages"]
wrong = [
    f"{package['name']} {package['version']}: {package['license']}"
    for package in packages
    if not allowed(package["license"] or "")
]
if wrong:
    sys.exit("licences to look at:\n" + "\n".join(wrong))
print(f"{len(packages)} packages, all under permissive licences")
