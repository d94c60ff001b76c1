# Writes a source file that holds the documents as string literals.
#   cmake -DROOT=... -DDOCUMENTS="a;b" -DOUTPUT=... -P EmbedDocuments.cmake
set(rows "")
foreach(document ${DOCUMENTS})
  file(READ "${ROOT}/${document}" text)
  if(text MATCHES "\\)tfdoc\"")
    message(FATAL_ERROR "${document} holds the delimiter )tfdoc\"")
  endif()
  string(APPEND rows "    {\"${document}\", R\"tfdoc(${text})tfdoc\"},\n")
endforeach()
file(WRITE "${OUTPUT}"
"// Generated from hardware/; do not edit.
#include \"tilefoundry/Target/Hardware/Registry.h\"

static constexpr tilefoundry::CompiledDocument documents[] = {
${rows}};

llvm::ArrayRef<tilefoundry::CompiledDocument> tilefoundry::compiledDocuments() {
  return documents;
}
")
