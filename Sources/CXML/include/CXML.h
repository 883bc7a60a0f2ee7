// libxml2's parsers of XML and HTML, as events in forms that Swift can import.
//
// The library is loaded at the first call of cxml_load, not at the start of the program (see CXML.c). cxml_parse may be
// called only once cxml_load has returned null. No parse reads a file or a network, and none expands an entity but the
// five of XML and HTML's own.

#pragma once

/// How many attributes an element may have. Of one that has more, that many and one are told in HTML, or the parse
/// ends. Of those that an HTML element repeats, as many are dropped.
#define CXML_ATTRIBUTES 256
/// How many names a document may have, of elements, attributes, prefixes and namespaces together: twice as many as its
/// records may have fields.
#define CXML_NAMES 32768
/// How many elements and mistakes a page may have together for each of its MiB, of which it has 16 at least: 1 600 000,
/// one for ten bytes. A list of 200 000 rows has eight for each.
#define CXML_PAGE_PARTS 100000
/// How far into a document its type declaration may reach, in bytes. Those of real formats have some hundreds.
#define CXML_TYPE_BYTES (64 << 10)
/// What the type declaration may give all elements together that they do not say themselves, in bytes of values: each
/// attribute and each namespace counts as CXML_GIVEN more. It gives them to every element, be that as short as "<a/>".
#define CXML_GIVEN_BYTES (16 << 20)
#define CXML_GIVEN 64

/// Loads libxml2, once. Null, or what is missing.
const char *_Nullable cxml_load(void);

/// The namespace of an element of XML, and what stands for it before its name; null for none. Each namespace is one text
/// as long as the parse lasts.
typedef struct {
    const char *_Nullable prefix;
    const char *_Nullable uri;
} cxml_space;

/// Who is told of what stands in a document, in its order. Texts are UTF-8 and end with the call. Returning 0 ends the
/// parse.
typedef struct {
    /// An element begins: its local name, and its attributes as names and values in turn, ended by a null.
    int (*_Nonnull start)(void *_Nonnull context, const char *_Nonnull name, const char *_Nullable const *_Nonnull attributes);
    int (*_Nonnull end)(void *_Nonnull context, const char *_Nonnull name);
    /// The document ends, and with it the elements that are open: their ends follow. HTML only, where the end of no
    /// element is needed.
    int (*_Nonnull cut)(void *_Nonnull context);
    /// A piece of text; neighbouring pieces may be one text.
    int (*_Nonnull text)(void *_Nonnull context, const char *_Nonnull bytes, int count);
    /// A reference to an entity that the document would have to declare, which is not followed. XML only.
    int (*_Nonnull entity)(void *_Nonnull context, const char *_Nonnull name);
    /// Where the namespace of each element of XML is put before its start is told; null for nowhere.
    cxml_space *_Nullable space;
} cxml_receiver;

/// The code of a result that is libxml2's own bound: names, texts or elements that are too long for it.
#define CXML_RESOURCE_LIMIT 114

/// How a parse ended.
typedef struct {
    /// Whether the document was parsed to its end.
    int is_whole;
    /// Whether the parse ended since an element has more than CXML_ATTRIBUTES.
    int has_too_many_attributes;
    /// Whether a document type declaration goes on for more than CXML_TYPE_BYTES.
    int has_long_type;
    /// Whether the parse ended since there are more than CXML_NAMES, to some hundreds.
    int has_too_many_names;
    /// Whether the parse ended since the document type gives more than CXML_GIVEN_BYTES.
    int has_too_much_given;
    /// Where the parse ended since a page has more elements and mistakes, to some thousands, than it may have: how many
    /// those are; else 0.
    int most_parts;
    /// libxml2's code of the last error (xmlerror.h); 0 for none, or where the receiver ended the parse.
    int code;
    /// The line on which the parse ended; 1 for the first.
    int line;
    /// libxml2's words for the error; empty for none.
    char words[160];
} cxml_result;

/// Parses a document of `count` bytes.
///
/// `encoding` names the encoding of XML where it is known, whatever the document says of itself, else null; HTML has to be UTF-8
/// without a zero byte. `is_html` chooses the parser.
cxml_result cxml_parse(const char *_Nonnull bytes, int count, const char *_Nullable encoding, int is_html,
                       const cxml_receiver *_Nonnull receiver, void *_Nonnull context);

/// Where a byte stands first from a place on, in the library's own words: it looks at many bytes in one step. -1 where it
/// does not.
long cxml_place(const unsigned char *_Nonnull bytes, long count, long start, unsigned char sought);

/// The character that a name stands for in HTML ("nbsp"); 0 for none that libxml2 knows.
unsigned int cxml_html_entity(const char *_Nonnull name);
