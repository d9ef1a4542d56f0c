# Settings of cmake under which HiGHS compiles faster for tests: for size, and many of its files at
# once. The crate `highs-sys` asks for a release build whatever cargo's profile is.
set(CMAKE_UNITY_BUILD ON CACHE BOOL "")
set(CMAKE_C_FLAGS_RELEASE "-Os -DNDEBUG" CACHE STRING "")
set(CMAKE_CXX_FLAGS_RELEASE "-Os -DNDEBUG" CACHE STRING "")
