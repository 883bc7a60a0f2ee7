// The version of libxml2 in the tests: from 2.14 on it reads pages by the rules of HTML 5, and some of its own limits
// differ.

import Glibc

/// The version of the library that `CXML` loads, as libxml2 writes it: 20914 for 2.9.14; 0 where there is none.
package let libxml2Version: Int = {
    guard let library = dlopen("libxml2.so.2", RTLD_NOW) ?? dlopen("libxml2.so.16", RTLD_NOW),
        let symbol = dlsym(library, "xmlParserVersion"),
        let text = symbol.load(as: UnsafePointer<CChar>?.self)
    else { return 0 }
    return Int(String(cString: text).prefix { $0.isNumber }) ?? 0
}()
