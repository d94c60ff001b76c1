//===- tf-opt.cpp - runs TileFoundry's passes over textual IR -------------===//

#include "tilefoundry/Conversion/RegisterAll.h"
#include "tilefoundry/Transforms/OptMain.h"

int main(int argc, char **argv) {
  return tilefoundry::optMain(argc, argv, tilefoundry::registerAllDialects);
}
