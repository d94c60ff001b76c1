//===- OptMain.h - the driver behind tf-opt -------------------------*- C++ -*-===//

#ifndef TILEFOUNDRY_TRANSFORMS_OPTMAIN_H
#define TILEFOUNDRY_TRANSFORMS_OPTMAIN_H

namespace tilefoundry {

/// Parses, runs the passes the command line names, and prints; 0 on success, 1
/// after any diagnostic, with nothing on standard output.
int optMain(int argc, char **argv);

} // namespace tilefoundry

#endif // TILEFOUNDRY_TRANSFORMS_OPTMAIN_H
