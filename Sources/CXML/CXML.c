// libxml2 is loaded by dlopen: most documents are PDFs, and Debian's libxml2 brings ICU along, 36 MB to be mapped at
// every start.

#include "CXML.h"

#include <ctype.h>
#include <dlfcn.h>
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The functions in use, typed by libxml2's headers and found by name.
#define FUNCTIONS(each)                                                                                              \
    each(xmlNewParserCtxt) each(xmlCtxtReadIO) each(xmlFreeParserCtxt) each(xmlStopParser)                           \
    each(xmlGetPredefinedEntity) each(xmlFreeDoc) each(xmlCtxtGetLastError) each(xmlInitParser) each(xmlDictSize)    \
    each(xmlFreeEnumeration)                                                                                         \
    each(htmlNewParserCtxt) each(htmlCtxtReadIO) each(htmlFreeParserCtxt)

#define MEMBER(name) __typeof__(name) *name##_;
static struct { FUNCTIONS(MEMBER) } table;

static const char *missing;

// Not needed for anything else: a version without it knows no names.
static __typeof__(htmlEntityLookup) *entity_lookup;

// How many times its own size a document may come to by what it declares. Not in versions before 2.10, which have no such
// bound; ours is CXML_GIVEN_BYTES, and no entity is expanded.
static void (*set_most_amplification)(xmlParserCtxtPtr parser, unsigned most);

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
    entity_lookup = (__typeof__(htmlEntityLookup) *)dlsym(library, "htmlEntityLookup");
    set_most_amplification =
        (__typeof__(set_most_amplification))dlsym(library, "xmlCtxtSetMaxAmplification");
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
    /// What libxml2 has not fetched yet.
    const char *bytes;
    int count;
    /// A byte order mark to come before the bytes, or null.
    const char *mark;
    /// The name in the end tag that the document ends with; empty for none.
    char last_tag[8];
    /// Whether that tag has ended its element.
    int last_tag_is_used;
    /// Whether the receiver knows that the document ended before its elements.
    int is_cut_told;
    int is_ended;
    int has_too_many_attributes;
    int has_long_type;
    int has_too_many_names;
    /// Whether the document type gives elements namespaces.
    int gives_namespaces;
    /// What the document type has given so far, see CXML_GIVEN_BYTES.
    long long given_values;
    int has_too_much_given;
    /// Bytes that libxml2 has fetched.
    int given;
    /// How many attributes of the element being read have names that it has already; they are dropped.
    int repeated_attributes;
    /// Elements and mistakes of a page so far.
    int parts;
    int most_parts;
    int has_too_many_parts;
    /// Room for the names and values of an element's attributes as they are told, and how many there is room for.
    const char **list;
    int list_room;
    char *values;
    size_t values_room;
} parse;

// libxml2 2.9 compares each attribute of an element with each before it, and tells of the element only after the last.
// Its table of them, which doubles, can be looked at whenever it asks for more bytes. Beyond these numbers there are
// more than CXML_ATTRIBUTES. So can its table of namespaces, which it searches likewise, and whether it is still in the
// document type: declarations of attributes it compares as well.
enum {
    longest_html_table = 2 * 2 * (CXML_ATTRIBUTES + 2),
    longest_xml_table = 2 * 5 * (CXML_ATTRIBUTES + 2),
};

// A text as long as a page: from 2.14 on HTML_PARSE_HUGE is asked for it, which earlier versions ignore and their headers
// do not have.
enum { html_parse_huge = 1 << 19 };

static void end_unless(parse *parse, int goes_on) {
    if (goes_on || parse->is_ended) return;
    parse->is_ended = 1;
    table.xmlStopParser_(parse->parser);
}

/// Whether the receiver is told nothing more. What libxml2 closes at the end that it was made to see ends by no tag.
static int is_over(const parse *parse) {
    return parse->is_ended || parse->has_too_many_attributes || parse->has_too_many_names || parse->has_too_many_parts;
}

/// Counts an element of a page or a mistake in it: libxml2 2.9 writes a message for each of those.
static void count_part(parse *parse) {
    if (++parse->parts > parse->most_parts) parse->has_too_many_parts = 1;
}

static int more(parse *parse, char *buffer, int room, int longest_table) {
    if (is_over(parse)) return 0;
    // libxml2 2.9 keeps names in a table that stops growing at 4608 chains, and walks one for each name it meets.
    if (table.xmlDictSize_(parse->parser->dict) > CXML_NAMES) {
        parse->has_too_many_names = 1;
        return 0;
    }
    if (parse->parser->maxatts > longest_table) {
        parse->has_too_many_attributes = 1;
        return 0;
    }
    int mark = parse->mark && room >= 3 ? 3 : 0;
    if (mark) memcpy(buffer, parse->mark, 3);
    parse->mark = NULL;
    int piece = room - mark < parse->count ? room - mark : parse->count;
    if (piece > 0) memcpy(buffer + mark, parse->bytes, (size_t)piece);
    parse->bytes += piece;
    parse->count -= piece;
    parse->given += piece;
    return mark + piece;
}

static int more_html(void *user, char *buffer, int room) {
    return more(user, buffer, room, longest_html_table);
}

static int more_xml(void *user, char *buffer, int room) {
    parse *parse = user;
    if (parse->parser->nsNr > 2 * CXML_ATTRIBUTES) parse->has_too_many_attributes = 1;
    if (parse->parser->inSubset && parse->given > CXML_TYPE_BYTES) parse->has_long_type = 1;
    return parse->has_long_type ? 0 : more(parse, buffer, room, longest_xml_table);
}

static void html_start(void *user, const xmlChar *name, const xmlChar **attributes) {
    parse *parse = user;
    parse->repeated_attributes = 0;
    count_part(parse);
    if (is_over(parse)) return;
    // A value that is missing ("<td nowrap>") would end the list.
    const char *list[2 * (CXML_ATTRIBUTES + 1) + 1];
    int count = 0;
    for (int i = 0; attributes && attributes[i] && count < 2 * (CXML_ATTRIBUTES + 1); i += 2) {
        list[count++] = (const char *)attributes[i];
        list[count++] = attributes[i + 1] ? (const char *)attributes[i + 1] : "";
    }
    list[count] = NULL;
    end_unless(parse, parse->receiver->start(parse->context, (const char *)name, list));
}

/// Whether "</table>" ends this element too, where it has no tag of its own.
static int ends_with_table(const char *name) {
    static const char *const names[] = {"td", "th", "tr", "tbody", "thead", "tfoot", "caption", "colgroup"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!strcmp(names[i], name)) return 1;
    }
    return 0;
}

/// Whether an element ends because the document does, and not because of a tag.
static int is_cut(parse *parse, const char *name) {
    const xmlParserInput *input = parse->parser->input;
    if (parse->count > 0 || !input || input->cur < input->end) return 0;
    if (parse->last_tag_is_used || !parse->last_tag[0]) return 1;
    if (!strcmp(parse->last_tag, name)) {
        parse->last_tag_is_used = 1;
        return 0;
    }
    if (!strcmp(parse->last_tag, "table") && ends_with_table(name)) return 0;
    // Pages without "</table>" are whole where these follow. Other tags may be some that end nothing.
    return strcmp(parse->last_tag, "body") && strcmp(parse->last_tag, "html");
}

static void html_end(void *user, const xmlChar *name) {
    parse *parse = user;
    if (is_over(parse)) return;
    if (!parse->is_cut_told && is_cut(parse, (const char *)name)) {
        parse->is_cut_told = 1;
        end_unless(parse, parse->receiver->cut(parse->context));
        if (parse->is_ended) return;
    }
    end_unless(parse, parse->receiver->end(parse->context, (const char *)name));
}

/// An attribute is declared, with a value for elements that do not have it or without.
static void xml_attribute(void *user, const xmlChar *element, const xmlChar *name, int type, int presence,
                          const xmlChar *value, xmlEnumerationPtr values) {
    (void)element, (void)type, (void)presence;
    parse *parse = user;
    if (value && !strncmp((const char *)name, "xmlns", 5)) parse->gives_namespaces = 1;
    table.xmlFreeEnumeration_(values);
}

/// Counts what the document type gave an element: the attributes at the end of the list. Which of the namespaces those
/// are nobody tells. libxml2 compares each of either with all others of the element.
static void count_given(parse *parse, int namespace_count, int attribute_count, int default_count,
                        const xmlChar **attributes) {
    if (parse->gives_namespaces && namespace_count > CXML_ATTRIBUTES) parse->has_too_many_attributes = 1;
    if (parse->gives_namespaces) parse->given_values += (long long)CXML_GIVEN * namespace_count;
    for (int i = attribute_count - default_count; i < attribute_count; i++)
        parse->given_values += CXML_GIVEN + (attributes[5 * i + 4] - attributes[5 * i + 3]);
    if (parse->given_values > CXML_GIVEN_BYTES) parse->has_too_much_given = 1;
    end_unless(parse, !parse->has_too_many_attributes && !parse->has_too_much_given);
}

/// Copies a value: for those who parse once more libxml2 writes each "&" in it as "&#38;".
static size_t take_value(char *to, const char *from, size_t count) {
    size_t taken = 0;
    for (size_t i = 0; i < count; i++) {
        to[taken++] = from[i];
        if (from[i] == '&' && count - i >= 5 && !memcmp(from + i, "&#38;", 5)) i += 4;
    }
    return taken;
}

/// Whether there is room for so many names and values, and so many bytes of those.
static int make_room(parse *parse, int count, size_t bytes) {
    if (count > parse->list_room) {
        const char **list = realloc(parse->list, (size_t)count * sizeof *list);
        if (!list) return 0;
        parse->list = list;
        parse->list_room = count;
    }
    if (bytes > parse->values_room) {
        char *values = realloc(parse->values, bytes);
        if (!values) return 0;
        parse->values = values;
        parse->values_room = bytes;
    }
    return 1;
}

/// libxml2 gives the attributes of an element in fives: local name, prefix, namespace, and the value's beginning and
/// end.
static void xml_start(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
                      const xmlChar **namespaces, int attribute_count, int default_count, const xmlChar **attributes) {
    (void)namespaces;
    parse *parse = user;
    if (parse->is_ended) return;
    count_given(parse, namespace_count, attribute_count, default_count, attributes);
    if (parse->is_ended) return;
    size_t bytes = 1;
    for (int i = 0; i < attribute_count; i++) bytes += (size_t)(attributes[5 * i + 4] - attributes[5 * i + 3]) + 1;
    if (!make_room(parse, 2 * attribute_count + 1, bytes)) {
        end_unless(parse, 0);
        return;
    }
    const char **list = parse->list;
    char *value = parse->values;
    for (int i = 0; i < attribute_count; i++) {
        size_t count = (size_t)(attributes[5 * i + 4] - attributes[5 * i + 3]);
        list[2 * i] = (const char *)attributes[5 * i];
        list[2 * i + 1] = value;
        count = take_value(value, (const char *)attributes[5 * i + 3], count);
        value[count] = 0;
        value += count + 1;
    }
    list[2 * attribute_count] = NULL;
    cxml_space *space = parse->receiver->space;
    if (space) *space = (cxml_space){(const char *)prefix, (const char *)uri};
    end_unless(parse, parse->receiver->start(parse->context, (const char *)name, list));
}

static void xml_end(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)prefix, (void)uri;
    parse *parse = user;
    if (!parse->is_ended) end_unless(parse, parse->receiver->end(parse->context, (const char *)name));
}

static void text(void *user, const xmlChar *bytes, int count) {
    parse *parse = user;
    if (!parse->is_ended) end_unless(parse, parse->receiver->text(parse->context, (const char *)bytes, count));
}

/// What stands in <script> is no text; a <style> tells which text is seen.
static void html_raw_text(void *user, const xmlChar *bytes, int count) {
    const xmlChar *element = ((parse *)user)->parser->name;
    if (element && !strcmp((const char *)element, "style")) text(user, bytes, count);
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

/// Later versions of libxml2 tell of no mistake, since they write no message, and drop what is repeated at little cost.
static void html_error(void *user, __typeof__(xmlCtxtGetLastError(NULL)) error) {
    parse *parse = user;
    count_part(parse);
    if (error->code != XML_ERR_ATTRIBUTE_REDEFINED) return;
    if (++parse->repeated_attributes > CXML_ATTRIBUTES) parse->has_too_many_attributes = 1;
}

static cxml_result parse_xml(parse *parse, const char *encoding) {
    cxml_result result = {0};
    xmlSAXHandler events = {
        .startElementNs = xml_start,
        .endElementNs = xml_end,
        .characters = text,
        .cdataBlock = text,
        .ignorableWhitespace = text,
        .getEntity = xml_entity,
        .getParameterEntity = no_entity,
        .attributeDecl = xml_attribute,
        .warning = ignore_error,
        .error = ignore_error,
        .fatalError = ignore_error,
        .initialized = XML_SAX2_MAGIC,
    };
    xmlParserCtxtPtr parser = table.xmlNewParserCtxt_();
    if (!parser) return result;
    parse->parser = parser;
    *parser->sax = events;
    parser->userData = parse;
    if (set_most_amplification) set_most_amplification(parser, UINT_MAX);
    int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
    if (encoding) options |= XML_PARSE_IGNORE_ENC;
    xmlDocPtr document = table.xmlCtxtReadIO_(parser, more_xml, NULL, parse, NULL, encoding, options);
    result.has_too_many_attributes = parse->has_too_many_attributes;
    result.has_long_type = parse->has_long_type;
    result.has_too_many_names = parse->has_too_many_names;
    result.has_too_much_given = parse->has_too_much_given;
    result.is_whole = !is_over(parse) && !parse->has_long_type && parser->wellFormed;
    if (!parse->is_ended) note(&result, parser);
    if (document) table.xmlFreeDoc_(document);
    table.xmlFreeParserCtxt_(parser);
    return result;
}

/// Notes the name of the end tag that the document ends with, if it has a short one.
static void note_last_tag(parse *parse) {
    int end = parse->count - 1;
    if (end < 0 || parse->bytes[end] != '>') return;
    while (end > 0 && isspace((unsigned char)parse->bytes[end - 1])) end--;
    int start = end;
    while (start > 0 && isalnum((unsigned char)parse->bytes[start - 1])) start--;
    if (start < 2 || parse->bytes[start - 1] != '/' || parse->bytes[start - 2] != '<') return;
    if ((size_t)(end - start) >= sizeof parse->last_tag) return;
    for (int i = start; i < end; i++) parse->last_tag[i - start] = (char)tolower((unsigned char)parse->bytes[i]);
}

static cxml_result parse_html(parse *parse) {
    cxml_result result = {0};
    xmlSAXHandler events = {
        .startElement = html_start,
        .endElement = html_end,
        .characters = text,
        .cdataBlock = html_raw_text,
        .ignorableWhitespace = text,
        .warning = ignore_error,
        .error = ignore_error,
        .fatalError = ignore_error,
        .serror = html_error,
        .initialized = XML_SAX2_MAGIC,
    };
    parse->most_parts = CXML_PAGE_PARTS * ((parse->count >> 20) > 16 ? parse->count >> 20 : 16);
    note_last_tag(parse);
    // Without it 2.9 takes text for Latin-1; named by its encoding it goes through a second buffer, and the end could
    // not be seen.
    parse->mark = "\xEF\xBB\xBF";
    htmlParserCtxtPtr parser = table.htmlNewParserCtxt_();
    if (!parser) return result;
    parse->parser = parser;
    *parser->sax = events;
    parser->userData = parse;
    htmlDocPtr document =
        table.htmlCtxtReadIO_(parser, more_html, NULL, parse, NULL, NULL,
                              HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                                  HTML_PARSE_IGNORE_ENC | html_parse_huge);
    result.has_too_many_attributes = parse->has_too_many_attributes;
    result.has_too_many_names = parse->has_too_many_names;
    result.most_parts = parse->has_too_many_parts ? parse->most_parts : 0;
    // Whatever libxml2 left unread was not fetched, or stands between its two pointers.
    int is_read = parse->count == 0 && (!parser->input || parser->input->cur >= parser->input->end);
    result.is_whole = !is_over(parse) && is_read;
    if (!result.is_whole && !parse->is_ended) note(&result, parser);
    if (document) table.xmlFreeDoc_(document);
    table.htmlFreeParserCtxt_(parser);
    return result;
}

cxml_result cxml_parse(const char *bytes, int count, const char *encoding, int is_html, const cxml_receiver *receiver,
                       void *context) {
    parse parse = {.receiver = receiver, .context = context, .bytes = bytes, .count = count};
    cxml_result result = is_html ? parse_html(&parse) : parse_xml(&parse, encoding);
    free(parse.list);
    free(parse.values);
    return result;
}

unsigned int cxml_html_entity(const char *name) {
    const htmlEntityDesc *entity = entity_lookup ? entity_lookup((const xmlChar *)name) : NULL;
    return entity ? entity->value : 0;
}

long cxml_place(const unsigned char *bytes, long count, long start, unsigned char sought) {
    const unsigned char *place = start < count ? memchr(bytes + start, sought, (size_t)(count - start)) : NULL;
    return place ? place - bytes : -1;
}
