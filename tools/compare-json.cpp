// The peer of json-bench: simdjson's DOM with a reused parser, its best kernel and its 128-bit one.
// g++ -O3 -std=c++17 compare-json.cpp -lsimdjson
#include <simdjson.h>

#include <chrono>
#include <cstdio>
#include <string>

template <class Body>
static double measure(size_t bytes, double seconds, Body body) {
  using clock = std::chrono::steady_clock;
  body();
  double best = 1e9;
  auto start = clock::now();
  while (std::chrono::duration<double>(clock::now() - start).count() < seconds) {
    auto begin = clock::now();
    body();
    best = std::min(best, std::chrono::duration<double>(clock::now() - begin).count());
  }
  return bytes / best / 1e6;
}

int main(int argc, char **argv) {
  double seconds = 0.15;
  const auto *best = simdjson::get_active_implementation().operator->();
  std::string best_name = best->name();
  fprintf(stderr, "simdjson %s, kernel %s\n", SIMDJSON_STRINGIFY(SIMDJSON_VERSION), best_name.c_str());
  for (int i = 1; i < argc; i++) {
    std::string path = argv[i];
    if (path == "--seconds") { seconds = atof(argv[++i]); continue; }
    auto name = path.substr(path.rfind('/') + 1);
    name = name.substr(0, name.find('.'));
    simdjson::padded_string text;
    if (simdjson::padded_string::load(path).get(text)) return 1;
    for (const char *kernel : {"westmere", best_name.c_str()}) {
      simdjson::get_active_implementation() = simdjson::get_available_implementations()[kernel];
      simdjson::dom::parser parser;
      simdjson::dom::element root;
      bool is_best = best_name == kernel;
      double speed = measure(text.size(), seconds, [&] {
        if (parser.parse(text).get(root)) abort();
      });
      printf("%s %s %d\n", name.c_str(), is_best ? "simdjson-parse" : "simdjson-128-parse", (int)speed);
      if (!is_best) continue;
      size_t out = 0;
      speed = measure(text.size(), seconds, [&] { out += simdjson::to_string(root).size(); });
      printf("%s simdjson-write %d\n", name.c_str(), (int)speed);
      if (out == 0) return 1;
    }
  }
}
