# The lit suite: programs, hardware documents and tools.
import os
import shutil
import lit.formats

config.name = "TileFoundry"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["CMakeLists.txt", "Inputs", "lit.cfg.py", "ExampleCompiler"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tilefoundry_binary_dir, "test")

tools = os.path.join(config.tilefoundry_binary_dir, "bin")
config.environment["PATH"] = os.pathsep.join(
    [tools, config.llvm_tools_dir, config.environment.get("PATH", "")])
config.substitutions.append(("%source_dir", config.tilefoundry_source_dir))
config.substitutions.append(("%mlir_include", config.mlir_include_dir))
config.substitutions.append(("%hardware", os.path.join(config.tilefoundry_source_dir, "hardware")))
# Pages are looked at where there is a browser; nothing else needs one.
chromium = shutil.which("chromium")
if chromium:
    config.available_features.add("chromium")
    config.substitutions.append(("%chromium", chromium + " --headless --no-sandbox"
                                 " --disable-gpu --enable-logging=stderr"))

if os.path.exists(os.path.join(tools, "tf-lsp-server")):
    config.available_features.add("language-server")
if os.path.exists(os.path.join(tools, "tf-capi-test")):
    config.available_features.add("capi")

# Sanitizers reserve memory by the terabyte and slow everything down.
if config.tilefoundry_sanitize:
    config.available_features.add("sanitized")
    config.environment.update(
        entry.split("=", 1) for entry in config.tilefoundry_sanitizer_environment.split(";"))

# The plug-in is loaded into a program that knows nothing of a sanitizer's runtime.
plugin = os.path.join(config.tilefoundry_binary_dir, "lib", "TileFoundryPlugin.so")
mlir_opt = os.path.join(config.llvm_tools_dir, "mlir-opt")
if os.path.exists(plugin) and os.path.exists(mlir_opt) and not config.tilefoundry_sanitize:
    config.available_features.add("plugin")
    config.substitutions.append(("%plugin", plugin))
    config.substitutions.append(("%mlir_opt", mlir_opt))
