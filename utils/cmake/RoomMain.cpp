//===- RoomMain.cpp - proves that a room links with what it declares ------===//

int main() { return 0; }
