// libxml2 is loaded by dlopen: most documents are PDFs, and Debian's libxml2 brings ICU along, 36 MB to be mapped at every start.

#include "CXML.h"

#include <dlfcn.h>
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The functions in use, typed by libxml2's headers and found by name.
#define FUNCTIONS(each)                                                                                              \
    each(xmlCreatePushParserCtxt) each(xmlParseChunk) each(xmlFreeParserCtxt) each(xmlStopParser)                    \
    each(xmlCtxtUseOptions) each(xmlGetPredefinedEntity) each(xmlFreeDoc) each(xmlCtxtGetLastError)                  \
    each(xmlFindCharEncodingHandler) each(xmlSwitchToEncoding) each(htmlCreateMemoryParserCtxt)                      \
    each(htmlCtxtUseOptions) each(htmlParseDocument) each(htmlFreeParserCtxt) each(xmlInitParser)

#define MEMBER(name) __typeof__(name) *name##_;
static struct { FUNCTIONS(MEMBER) } table;

static const char *missing;

// Debian 12 and 13 have the first, later ones the second; both have the interface used here.
static void load(void) {
    void *library = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libxml2.so.16", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        missing = "libxml2.so.2";
        return;
    }
#define FIND(name)                                                                                                   \
    table.name##_ = (__typeof__(name) *)dlsym(library, #name);                                                       \
    if (!table.name##_) missing = #name;
    FUNCTIONS(FIND)
    if (!missing) table.xmlInitParser_();
}

const char *cxml_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return missing;
}

/// One parse on its way; libxml2's "user data".
typedef struct {
    const cxml_receiver *receiver;
    void *context;
    xmlParserCtxtPtr parser;
    int is_ended;
} parse;

static void end_unless(parse *parse, int goes_on) {
    if (goes_on || parse->is_ended) return;
    parse->is_ended = 1;
    table.xmlStopParser_(parse->parser);
}

static void html_start(void *user, const xmlChar *name, const xmlChar **attributes) {
    static const char *const none[] = {NULL};
    parse *parse = user;
    if (parse->is_ended) return;
    // A value that is missing ("<td nowrap>") would end the list.
    const char *list[2 * 64 + 1];
    int count = 0;
    for (int i = 0; attributes && attributes[i] && count < 2 * 64; i += 2) {
        list[count++] = (const char *)attributes[i];
        list[count++] = attributes[i + 1] ? (const char *)attributes[i + 1] : "";
    }
    list[count] = NULL;
    end_unless(parse, parse->receiver->start(parse->context, (const char *)name, count ? list : none));
}

static void html_end(void *user, const xmlChar *name) {
    parse *parse = user;
    if (!parse->is_ended) end_unless(parse, parse->receiver->end(parse->context, (const char *)name));
}

/// libxml2 gives the attributes of an element in fives: local name, prefix, namespace, and the value's beginning and end.
static void xml_start(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
                      const xmlChar **namespaces, int attribute_count, int default_count, const xmlChar **attributes) {
    (void)prefix, (void)uri, (void)namespace_count, (void)namespaces, (void)default_count;
    parse *parse = user;
    if (parse->is_ended) return;
    size_t bytes = 1;
    for (int i = 0; i < attribute_count; i++) bytes += (size_t)(attributes[5 * i + 4] - attributes[5 * i + 3]) + 1;
    const char **list = malloc((2 * (size_t)attribute_count + 1) * sizeof *list);
    char *values = malloc(bytes);
    if (!list || !values) {
        free(list);
        free(values);
        end_unless(parse, 0);
        return;
    }
    char *value = values;
    for (int i = 0; i < attribute_count; i++) {
        size_t count = (size_t)(attributes[5 * i + 4] - attributes[5 * i + 3]);
        list[2 * i] = (const char *)attributes[5 * i];
        list[2 * i + 1] = value;
        memcpy(value, attributes[5 * i + 3], count);
        value[count] = 0;
        value += count + 1;
    }
    list[2 * attribute_count] = NULL;
    int goes_on = parse->receiver->start(parse->context, (const char *)name, list);
    free(list);
    free(values);
    end_unless(parse, goes_on);
}

static void xml_end(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)prefix, (void)uri;
    html_end(user, name);
}

static void text(void *user, const xmlChar *bytes, int count) {
    parse *parse = user;
    if (!parse->is_ended) end_unless(parse, parse->receiver->text(parse->context, (const char *)bytes, count));
}

/// What stands in <script> and <style> is no text.
static void no_text(void *user, const xmlChar *bytes, int count) {
    (void)user, (void)bytes, (void)count;
}

static xmlEntityPtr html_entity(void *user, const xmlChar *name) {
    (void)user;
    return table.xmlGetPredefinedEntity_(name);
}

static xmlEntityPtr no_entity(void *user, const xmlChar *name) {
    parse *parse = user;
    if (!parse->is_ended) end_unless(parse, parse->receiver->entity(parse->context, (const char *)name));
    return NULL;
}

/// One of the five of XML, or none.
static xmlEntityPtr xml_entity(void *user, const xmlChar *name) {
    xmlEntityPtr entity = table.xmlGetPredefinedEntity_(name);
    return entity ? entity : no_entity(user, name);
}

static void note(cxml_result *result, xmlParserCtxtPtr parser) {
    const xmlError *error = (const xmlError *)table.xmlCtxtGetLastError_(parser);
    result->line = parser->input ? parser->input->line : 0;
    if (!error || !error->message) return;
    result->code = error->code;
    if (error->line > 0) result->line = error->line;
    strncpy(result->words, error->message, sizeof result->words - 1);
    result->words[strcspn(result->words, "\n")] = 0;
}

static void ignore_error(void *user, const char *message, ...) {
    (void)user, (void)message;
}

static cxml_result parse_xml(parse *parse, const char *bytes, int count, const char *encoding) {
    cxml_result result = {0};
    xmlSAXHandler events = {
        .startElementNs = xml_start,
        .endElementNs = xml_end,
        .characters = text,
        .cdataBlock = text,
        .ignorableWhitespace = text,
        .getEntity = xml_entity,
        .getParameterEntity = no_entity,
        .warning = ignore_error,
        .error = ignore_error,
        .fatalError = ignore_error,
        .initialized = XML_SAX2_MAGIC,
    };
    // The first four bytes tell the encoding (XML 1.0 F.1).
    int head = count < 4 ? count : 4;
    xmlParserCtxtPtr parser = table.xmlCreatePushParserCtxt_(&events, parse, bytes, head, NULL);
    if (!parser) return result;
    parse->parser = parser;
    table.xmlCtxtUseOptions_(parser, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    if (encoding) {
        xmlCharEncodingHandlerPtr handler = table.xmlFindCharEncodingHandler_(encoding);
        if (handler) table.xmlSwitchToEncoding_(parser, handler);
    }
    int code = 0;
    for (int start = head; !code && !parse->is_ended && start < count;) {
        int piece = count - start < 65536 ? count - start : 65536;
        code = table.xmlParseChunk_(parser, bytes + start, piece, 0);
        start += piece;
    }
    if (!code && !parse->is_ended) code = table.xmlParseChunk_(parser, bytes, 0, 1);
    result.is_whole = !code && !parse->is_ended && parser->wellFormed;
    if (!parse->is_ended) note(&result, parser);
    if (parser->myDoc) table.xmlFreeDoc_(parser->myDoc);
    parser->myDoc = NULL;
    table.xmlFreeParserCtxt_(parser);
    return result;
}

static cxml_result parse_html(parse *parse, const char *bytes, int count, const char *encoding) {
    cxml_result result = {0};
    xmlSAXHandler events = {
        .startElement = html_start,
        .endElement = html_end,
        .characters = text,
        .cdataBlock = no_text,
        .ignorableWhitespace = text,
        .getEntity = html_entity,
        .warning = ignore_error,
        .error = ignore_error,
        .fatalError = ignore_error,
        .initialized = 1,
    };
    htmlParserCtxtPtr parser = table.htmlCreateMemoryParserCtxt_(bytes, count);
    if (!parser) return result;
    parse->parser = parser;
    *parser->sax = events;
    parser->userData = parse;
    table.htmlCtxtUseOptions_(parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    if (encoding) {
        xmlCharEncodingHandlerPtr handler = table.xmlFindCharEncodingHandler_(encoding);
        if (handler) table.xmlSwitchToEncoding_(parser, handler);
    }
    table.htmlParseDocument_(parser);
    result.is_whole = !parse->is_ended;
    result.line = parser->input ? parser->input->line : 0;
    if (parser->myDoc) table.xmlFreeDoc_(parser->myDoc);
    parser->myDoc = NULL;
    table.htmlFreeParserCtxt_(parser);
    return result;
}

cxml_result cxml_parse(const char *bytes, int count, const char *encoding, int is_html, const cxml_receiver *receiver,
                       void *context) {
    parse parse = {receiver, context, NULL, 0};
    return is_html ? parse_html(&parse, bytes, count, encoding) : parse_xml(&parse, bytes, count, encoding);
}
