"""The compiler's room: the only file that imports Numba.

    @compiled          compile on first call; remember the machine code on disk
    @borrowing         the same for functions that only borrow arrays: several times faster there
    @recursive         the same for those that call themselves
    @instruction       a plain function that is one machine instruction once compiled
    fetch_ahead        asks for a word of an array that will be read soon
    operators(Class)   let compiled code use the operators a NamedTuple defines
    interpreted(f)     f again, with nothing compiled in it, down to the last rule it calls

Machine code is kept under a key made of everything it depends on:

    the text of every compiled file of the package ──┐
    what the closure captured, and what that captured ├── sha256 ──▶ <cache folder>/compiled/<key>
    argument types, processor, versions ─────────────┘

One file per key, written beside and renamed: two processes that compile the same function write the
same file, and an edit anywhere leads to another key. Numba's own disk cache does neither.
Functions are numbered apart from those of all other processes, so that code from the disk never
takes the place of another function of the same name.
Generators are never kept on disk (their callers break, numba #8679): the search around them is.
"""

import contextlib
import functools
import hashlib
import inspect
import itertools
import linecache
import operator
import os
import pickle
import re
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

import llvmlite
import llvmlite.binding
import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import _Cache
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.core.event import Listener, register
from numba.extending import intrinsic, overload

from plyground import files
from plyground.errors import CannotCompile

PACKAGE = Path(__file__).parent
ROOMS = ("jit.py", "bits.py", "games", "paths", "heuristics", "search", "solve")
SECONDS_BEFORE_A_WORD = 1.0
DAYS_UNUSED = 60
UNRESOLVED = (
    ".numba.unresolved$"  # functions that call each other in a circle: tied to this process
)

ENABLED = not numba.config.DISABLE_JIT

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)


def compiled(function: F) -> F:
    """Compile `function` on its first call, and remember it on disk when that is safe."""
    return _compiled(function)


def borrowing(function: F) -> F:
    """Compile a function that uses its caller's arrays and makes none.

    Nothing is counted when an array is handed on, and what is called becomes part of the caller, so
    that a search can be written as small functions over records of arrays. All that it hands arrays
    to should be borrowing too; none may call itself.
    """
    return _compiled(function, _nrt=False, forceinline=True)


def recursive(function: F) -> F:
    """Compile a function that calls itself, and uses its caller's arrays without making any."""
    return _compiled(function, _nrt=False)


def _compiled(function, **options):
    dispatcher = numba.njit(nogil=True, **options)(function)
    if ENABLED and not inspect.isgeneratorfunction(function):
        dispatcher._cache = _Remembered(function, dispatcher._compiling_counter)
    return dispatcher


def interpreted(function: F) -> F:
    """The same function as plain Python, with plain Python for every rule that it calls."""
    return _plain(function, {})


def source(function: F) -> F:
    """The function as it was written."""
    return function.py_func if isinstance(function, Dispatcher) else function


def compile_error(function: Callable[..., Any], *arguments: Any) -> CannotCompile | None:
    """Compile `function` for these arguments; CannotCompile with the refused line, or None."""
    if not isinstance(function, Dispatcher):
        return None
    try:
        function.compile(tuple(numba.typeof(argument) for argument in arguments))
    except (NumbaError, UnsupportedBytecodeError) as error:
        return CannotCompile(_in_words(function.py_func, error))
    return None


# --- plain Python again ------------------------------------------------------------------------


def _plain(value, done):
    if not isinstance(value, Dispatcher):
        return value
    function = value.py_func
    if function not in done:
        code, names = function.__code__, function.__globals__
        cells = tuple(CellType() for _ in code.co_freevars)
        changed = {
            name: names[name] for name in code.co_names if isinstance(names.get(name), Dispatcher)
        }
        scope = {**names} if changed else names
        twin = FunctionType(code, scope, function.__name__, function.__defaults__, cells)
        twin.__doc__, twin.__qualname__ = function.__doc__, function.__qualname__
        done[function] = twin
        scope.update({name: _plain(each, done) for name, each in changed.items()})
        for cell, captured in zip(cells, function.__closure__ or (), strict=True):
            cell.cell_contents = _plain(captured.cell_contents, done)
    return done[function]


# --- machine instructions and operators ---------------------------------------------------------


NO = ir.Constant(ir.IntType(1), 0)
BYTES = ir.IntType(8).as_pointer()
INSTRUCTIONS = {
    "popcount": lambda build, bits: build.ctpop(bits),
    "lowest": lambda build, bits: build.cttz(bits, NO),
    "without_lowest": lambda build, bits: build.and_(bits, build.sub(bits, bits.type(1))),
    "reverse": lambda build, bits: build.lshr(build.bitreverse(bits), bits.type(1)),
}


def instruction(wide: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """Compile a function of one integer to the instruction of its name; of a Wide, to `wide`."""

    def decorate(function):
        @intrinsic
        def emit(typing_context, bits):
            def generate(context, builder, signature, arguments):
                return INSTRUCTIONS[function.__name__](builder, arguments[0])

            return types.int64(types.int64), generate

        @overload(function)
        def choose(bits):
            if isinstance(bits, types.Integer):
                return lambda bits: emit(bits)
            if wide is not None and isinstance(bits, types.BaseNamedTuple):
                return _bare(wide, "bits")
            return None

        return function

    return decorate


def fetch_ahead(array: Any, index: int) -> None:
    """Let the memory bring array[index] nearer, while something else is done."""


@intrinsic
def _prefetch(typing_context, array, index):
    def generate(context, builder, signature, arguments):
        held = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.bitcast(builder.gep(held.data, [arguments[1]]), BYTES)
        flag = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [BYTES, flag, flag, flag])
        call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(call, [place, flag(0), flag(3), flag(1)])
        return context.get_dummy_value()

    return types.none(array, types.int64), generate


@overload(fetch_ahead)
def _fetch_ahead(array, index):
    return lambda array, index: _prefetch(array, index)


def operators(cls: C) -> C:
    """Compile `a & b`, `a << n` … on the NamedTuple `cls` from the methods that define them."""
    for name in ("and", "or", "xor", "lshift", "rshift"):
        method = _bare(getattr(cls, f"__{name}__"))

        def choose(self, other, method=method):
            return method if getattr(self, "instance_class", None) is cls else None

        for symbol in (f"__{name}__", f"__i{name}__"):
            overload(getattr(operator, symbol))(_of_two(choose))
    return cls


def _of_two(choose):
    """`choose` with exactly the arguments that @overload compares with those of its result."""
    return lambda self, other: choose(self, other)


def _bare(method, first="self"):
    """`method` without annotations, its first argument called `first`, as @overload demands."""
    code = method.__code__
    names = (first, *code.co_varnames[1:])
    return FunctionType(code.replace(co_varnames=names), method.__globals__, method.__name__)


# --- the key of a piece of machine code ----------------------------------------------------------


@functools.cache
def _compiled_files():
    """Every file of the package that may hold compiled code."""
    found = [PACKAGE / room for room in ROOMS]
    return sorted(
        file for path in found for file in ([path] if path.suffix else path.rglob("*.py"))
    )


@functools.cache
def _fingerprint():
    """The text of all compiled code of the package, and the versions of what compiles it."""
    digest = hashlib.sha256(
        f"{numba.__version__} {llvmlite.__version__} {sys.version} {os.name}".encode()
    )
    for file in _compiled_files():
        digest.update(str(file.relative_to(PACKAGE)).encode() + file.read_bytes())
    return digest.hexdigest()


class _UnknownError(Exception):
    """Something was captured that cannot be described; what depends on it is not kept on disk."""


def _identity(value, seen):
    """A text equal for two values exactly if the compiled code may be shared between them."""
    value = source(value)
    if isinstance(value, FunctionType):
        return _function_identity(value, seen)
    if isinstance(value, ModuleType):
        return f"module {value.__name__}"
    if isinstance(value, type):
        fields = getattr(value, "_fields", ())
        return f"class {value.__module__}.{value.__qualname__} {fields}"
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return repr(value)
    if isinstance(value, (tuple, frozenset)):
        inside = ",".join(_identity(each, seen) for each in value)
        return f"{type(value).__qualname__}({inside})"
    if type(value).__module__ == "numpy" and hasattr(value, "tobytes"):
        shape = getattr(value, "shape", ())
        return f"{value.dtype} {shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    raise _UnknownError(repr(value))


def _type_identity(type_):
    """The name of a type; Numba's own is the same for two classes that are both called Position."""
    if isinstance(type_, types.BaseNamedTuple):
        inside = ", ".join(_type_identity(each) for each in type_)
        return f"{_identity(type_.instance_class, set())}({inside})"
    return str(type_)


def _function_identity(function, seen):
    code = function.__code__
    name = f"{function.__module__}.{function.__qualname__}"
    if function in seen:
        return f"again {name}"
    seen.add(function)
    parts = [name]
    if Path(code.co_filename) not in _compiled_files():
        parts.append(_code_identity(code))
        scope = function.__globals__
        used = sorted(each for each in _all_names(code) if each in scope)
        parts += [f"{each}={_identity(scope[each], seen)}" for each in used]
    for variable, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        parts.append(f"{variable}={_identity(cell.cell_contents, seen)}")
    return "(" + "; ".join(parts) + ")"


def _code_identity(code):
    constants = [
        _code_identity(each) if isinstance(each, CodeType) else repr(each)
        for each in code.co_consts
    ]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {constants}"


def _all_names(code):
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return set(code.co_names).union(*(_all_names(each) for each in inner))


# --- machine code on disk -------------------------------------------------------------------------


def cache_folder() -> Path:
    return files.cache_folder() / "compiled"


def cache_size() -> tuple[int, int]:
    """How many pieces of machine code are kept, and their bytes."""
    sizes = [status.st_size for _, status in _kept()]
    return len(sizes), sum(sizes)


def clear_cache() -> int:
    """Forget all machine code; how many pieces there were."""
    kept = list(_kept())
    for file, _ in kept:
        file.unlink(missing_ok=True)
    return len(kept)


def _kept():
    """The files of the cache with their status; another process may take any of them away."""
    folder = cache_folder()
    for file in folder.iterdir() if folder.is_dir() else ():
        with contextlib.suppress(FileNotFoundError):
            yield file, file.stat()


class _Remembered(_Cache):
    """What Numba asks of a disk cache, with one checked file per key."""

    _warned = False

    def __init__(self, function, under_way):
        self._function = function
        self._under_way = under_way

    @property
    def cache_path(self):
        return str(cache_folder())

    def enable(self): ...

    def disable(self): ...

    def flush(self): ...

    def load_overload(self, signature, target):
        if self._under_way.counter > 1:
            return None  # it calls itself with other types: both must bear this process's number
        path = self._path(signature, target.codegen())
        try:
            stored = path.read_bytes() if path else b""
        except OSError:
            return None
        digest, content = stored[:32], stored[32:]
        if hashlib.sha256(content).digest() != digest:
            return None
        os.utime(path)
        needed, parts = pickle.loads(content)
        if any(llvmlite.binding.address_of_symbol(name) is None for name in needed):
            target.refresh()  # loads Numba's run-time library, which most of our code never calls
        result = numba.core.compiler.CompileResult._rebuild(target, *parts)
        # Code compiled later may call back into this: let Numba's linker know that it is here.
        target.codegen()._rtlinker.scan_defined_symbols(result.library._final_module)
        return result

    def save_overload(self, signature, result):
        path = self._path(signature, result.codegen)
        needed = _needed(result)
        tied = any(name.startswith(UNRESOLVED) for name in needed)
        if path is None or tied or result.library.has_dynamic_globals or result.lifted:
            return
        content = numba.core.serialize.dumps((needed, result._reduce()))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            files.write(path, hashlib.sha256(content).digest() + content)
            _forget_the_unused()
        except OSError as error:
            if not _Remembered._warned:
                _Remembered._warned = True
                reason = error.strerror or error
                print(f"compiled code is not remembered: {path.parent}: {reason}", file=sys.stderr)

    def _path(self, signature, codegen):
        try:
            captured = _identity(self._function, set())
        except _UnknownError:
            return None
        types_ = ", ".join(_type_identity(each) for each in signature)
        text = f"{_fingerprint()} {captured} ({types_}) {codegen.magic_tuple()}"
        name = self._function.__qualname__.split(".")[0]
        return cache_folder() / f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:40]}"


def _needed(result):
    """The names that machine code expects to find outside itself."""
    module = result.library._final_module
    outside = [*module.functions, *module.global_variables]
    return [
        each.name for each in outside if each.is_declaration and not each.name.startswith("llvm.")
    ]


def _forget_the_unused():
    limit = time.time() - DAYS_UNUSED * 86400
    for file, status in _kept():
        if status.st_mtime < limit:
            file.unlink(missing_ok=True)


# --- a word to the user ---------------------------------------------------------------------------


class _Progress(Listener):
    """Says what is being compiled once it takes longer than a second."""

    def __init__(self):
        self._depth = 0
        self._timer = None
        self._said = False

    def on_start(self, event):
        self._depth += 1
        if self._depth == 1:
            title = _title(event.data["dispatcher"].py_func)
            self._said = False
            self._timer = threading.Timer(SECONDS_BEFORE_A_WORD, self._say, [title])
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, event):
        self._depth -= 1
        if self._depth == 0:
            self._timer.cancel()
            if self._said and sys.stderr.isatty():
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _say(self, title):
        self._said = True
        end = "" if sys.stderr.isatty() else "\n"
        print(f"compiling {title} …", end=end, file=sys.stderr, flush=True)


def _title(function):
    """perft for checkers: the factory, and the game whose rules it captured."""
    own = function.__qualname__.split(".")[0]
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    captured = {name: source(cell.cell_contents) for name, cell in cells}
    rule = captured.get("play") or captured.get("legal_moves")
    game = rule.__qualname__.split(".")[0] if isinstance(rule, FunctionType) else own
    return own if game == own else f"{own} for {game}"


def _in_words(function, error):
    """The line of the user's file and the compiler's reason, without its internals."""
    place, message = Path(function.__code__.co_filename), str(error)
    where = re.search(rf"{re.escape(place.name)}[\" ,line]*\(?(\d+)", message)
    number = int(where[1]) if where else function.__code__.co_firstlineno
    lines = [line.strip() for line in message.splitlines()]
    reason = [line for line in lines if line and not line.startswith("Failed in")][:2]
    text = linecache.getline(str(place), number).strip()
    return (
        f"{function.__name__} cannot be compiled: {place.name} line {number}, `{text}`: "
        + re.sub(r" (File|Raised from) \S+.*", "", " ".join(reason).replace(">>> ", ""))
    )


def _number_functions_apart() -> None:
    """Let the numbers that Numba gives to functions differ from those of all other processes.

    They tell the machine code of closures with the same name apart. Counted from 1 in every
    process, code from the disk may bear the number of another function here, which is then called
    in its place.
    """
    FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(6), "big") << 16)


_number_functions_apart()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_number_functions_apart)
register("numba:compile", _Progress())
