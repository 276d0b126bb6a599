# SPDX-License-Identifier: BSD-3-Clause
# Sourced by tools/quickstart and tools/test: brings what the build needs, and configures it.
# Nothing is fetched that is already there, so that both scripts also run without a network.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD_DIR:-$root/build}
cuda=ON
cuda_is_asked_for=  # by an option
arguments=()
started=$SECONDS

step() { printf '\n[%3d s] %s\n' $((SECONDS - started)) "$*"; }
stop() { printf 'error: %s\n' "$*" >&2; exit 1; }

# Reads the options that both scripts have; all others are left in `arguments`.
read_options() {
  while (($# > 0)); do
    case $1 in
      --cuda) cuda=ON cuda_is_asked_for=1 ;;
      --no-cuda) cuda=OFF cuda_is_asked_for=1 ;;
      -h | --help) usage; exit 0 ;;
      --) shift; arguments+=("$@"); break ;;
      *) arguments+=("$1") ;;
    esac
    shift
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo > /dev/null; then
    sudo "$@"
  else
    stop "packages are installed by root: run this as root, or install sudo"
  fi
}

cmake_prefixes="/usr /usr/local ${CMAKE_PREFIX_PATH:-}"
has_command() { command -v "$1" > /dev/null; }
has_library() { PATH=$PATH:/usr/sbin:/sbin ldconfig -p | grep "$1 " > /dev/null; }
has_header() { echo "#include <$1>" | c++ -std=c++20 -E -x c++ - > /dev/null 2>&1; }
has_cmake_package() {
  local prefix
  for prefix in ${cmake_prefixes//[:;]/ }; do
    compgen -G "$prefix/lib*/cmake/$1/*onfig.cmake" > /dev/null && return
    compgen -G "$prefix/lib/*/cmake/$1/*onfig.cmake" > /dev/null && return
    compgen -G "$prefix/share/cmake/$1/*onfig.cmake" > /dev/null && return
  done
  return 1
}

# The packages of Debian that the build needs, and whose files are not here.
missing_packages() {
  has_command c++ || echo g++
  has_command cmake || echo cmake
  has_command ninja || echo ninja-build
  has_cmake_package xtensor || echo libxtensor-dev
  has_cmake_package xtl || echo xtl-dev
  has_header xxhash.h || echo libxxhash-dev
  if [ "${need_tests:-}" ]; then
    has_cmake_package GTest || echo libgtest-dev
    # Opened at run time, by the tests as by any program.
    has_library libopenblas.so.0 || echo libopenblas0
    has_library libfftw3.so.3 || echo libfftw3-double3
    has_library libfftw3f.so.3 || echo libfftw3-single3
    has_library libzip.so.4 || has_library libzip.so.5 || echo libzip4
  fi
  if [ "$cuda" = ON ] && ! has_cuda && ! has_pip; then
    echo python3-pip
  fi
}

install_packages() {
  local packages
  mapfile -t packages < <(missing_packages)
  if ((${#packages[@]} == 0)); then return; fi
  # Only a help, so that they alone are no reason to install anything.
  has_command ccache || packages+=(ccache)
  step "Installing: ${packages[*]}"
  has_command apt-get || stop "apt-get was not found; please install these by other means"
  as_root env DEBIAN_FRONTEND=noninteractive sh -c \
    'apt-get update -qq && apt-get install -y -q --no-install-recommends "$@"' \
    apt "${packages[@]}" || stop "could not install: ${packages[*]}"
}

# The folder of a CUDA toolkit with the compiler, the headers and the static runtime.
cuda_roots() {
  if [ -n "${GPU_CUDA_ROOT:-}" ]; then
    echo "$GPU_CUDA_ROOT"
  else
    printf '%s\n' "${CUDAToolkit_ROOT:-}" "${CUDA_PATH:-}" "${CUDA_HOME:-}" /usr/local/cuda \
      "$build/cuda-wheels/nvidia/cu13"
  fi
}
is_cuda() {
  local headers
  [ -x "$1/bin/nvcc" ] || return 1
  for headers in "$1"/include "$1"/targets/*/include; do
    if [ -e "$headers/cuda_runtime_api.h" ] && [ -e "$headers/crt/host_defines.h" ]; then
      compgen -G "$1/lib*/libcudart_static.a" > /dev/null && return
      compgen -G "$1/targets/*/lib/libcudart_static.a" > /dev/null && return
    fi
  done
  return 1
}
has_cuda() {
  local folder
  while read -r folder; do is_cuda "$folder" && return; done < <(cuda_roots)
  return 1
}
has_pip() { python3 -m pip --version > /dev/null 2>&1; }

# NVIDIA's own wheels: the runtime's headers and static library, NVRTC, and nvcc with CUB.
fetch_cuda() {
  if [ "$cuda" = OFF ] || has_cuda; then return; fi
  [ -z "${GPU_CUDA_ROOT:-}" ] || stop "GPU_CUDA_ROOT=$GPU_CUDA_ROOT holds no CUDA toolkit"
  step "No CUDA toolkit here: fetching NVIDIA's compilers and runtime from PyPI into the build tree"
  rm -rf "$build/cuda-wheels"
  # A machine without a GPU calls none of these.
  local libraries=()
  if has_gpu; then
    libraries=('nvidia-cublas==13.0.*' 'nvidia-cufft==12.0.*' 'nvidia-cusolver==12.0.*'
               'nvidia-cusparse==12.6.*' 'nvidia-nvjitlink==13.0.*')
  fi
  python3 -m pip install --disable-pip-version-check --root-user-action=ignore --no-deps \
    --target "$build/cuda-wheels" \
    'nvidia-cuda-runtime==13.0.*' 'nvidia-cuda-crt==13.0.*' 'nvidia-cuda-nvrtc==13.0.*' \
    'nvidia-cuda-nvcc==13.0.*' 'nvidia-nvvm==13.0.*' 'nvidia-cuda-cccl==13.0.*' \
    ${libraries[@]+"${libraries[@]}"} ||
    stop "could not fetch the CUDA wheels; build without GPUs with --no-cuda"
}

is_built_with_cuda() { grep -q '^GPU_CUDA:BOOL=ON' "$build/CMakeCache.txt" 2> /dev/null; }
has_gpu() { [ "$(nvidia-smi -L 2> /dev/null | wc -l)" -gt 0 ]; }

configure() {
  step "Configuring $build"
  local options=(-DGPU_CUDA=$cuda "$@")
  if [ "$cuda" = ON ] && [ -n "${GPU_CUDA_ROOT:-}" ]; then
    options+=("-DGPU_CUDA_ROOT=$GPU_CUDA_ROOT")
  fi
  if [ ! -e "$build/CMakeCache.txt" ]; then
    # What nvcc compiles is compiled for this machine: without a GPU, as PTX that any GPU can take.
    local architecture=75-virtual
    if has_gpu; then architecture=native; fi
    if [ "$cuda" = ON ]; then options+=("-DCMAKE_CUDA_ARCHITECTURES=$architecture"); fi
    if has_command ninja; then options+=(-G Ninja); fi
  fi
  cmake -S "$root" -B "$build" "${options[@]}"
}

# Two jobs at least; more where there are the cores and 2 GiB of memory for each.
jobs_count() {
  local cores memory_gib
  cores=$(nproc)
  memory_gib=$(awk '/^MemTotal/ {print int($2 / 1048576)}' /proc/meminfo)
  local jobs=$((memory_gib / 2 < cores ? memory_gib / 2 : cores))
  echo $((jobs < 1 ? 1 : jobs))
}
