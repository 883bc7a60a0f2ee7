// Data: glyph names and their characters, from the Adobe Glyph List 2.0: Latin, Greek, Cyrillic, punctuation, symbols.
// One string, so that a document without /Differences pays nothing for it. Nothing here decides anything.

/// Pairs of a glyph name and its Unicode scalar in hexadecimal, separated by white space.
let glyphNameTable = """
    A 0041 AE 00C6 AEacute 01FC Aacute 00C1 Abreve 0102 Acircumflex 00C2 Adieresis 00C4 Agrave 00C0 Alpha 0391
    Alphatonos 0386 Amacron 0100 Aogonek 0104 Aring 00C5 Aringacute 01FA Atilde 00C3 B 0042 Beta 0392 C 0043
    Cacute 0106 Ccaron 010C Ccedilla 00C7 Ccircumflex 0108 Cdotaccent 010A Chi 03A7 D 0044 Dcaron 010E
    Dcroat 0110 Delta 2206 E 0045 Eacute 00C9 Ebreve 0114 Ecaron 011A Ecircumflex 00CA Edieresis 00CB
    Edotaccent 0116 Egrave 00C8 Emacron 0112 Eng 014A Eogonek 0118 Epsilon 0395 Epsilontonos 0388 Eta 0397
    Etatonos 0389 Eth 00D0 Euro 20AC F 0046 G 0047 Gamma 0393 Gbreve 011E Gcaron 01E6 Gcircumflex 011C
    Gdotaccent 0120 H 0048 Hbar 0126 Hcircumflex 0124 I 0049 IJ 0132 Iacute 00CD Ibreve 012C Icircumflex 00CE
    Idieresis 00CF Idotaccent 0130 Ifraktur 2111 Igrave 00CC Imacron 012A Iogonek 012E Iota 0399
    Iotadieresis 03AA Iotatonos 038A Itilde 0128 J 004A Jcircumflex 0134 K 004B Kappa 039A L 004C Lacute 0139
    Lambda 039B Lcaron 013D Ldot 013F Lslash 0141 M 004D Mu 039C N 004E Nacute 0143 Ncaron 0147 Ntilde 00D1
    Nu 039D O 004F OE 0152 Oacute 00D3 Obreve 014E Ocircumflex 00D4 Odieresis 00D6 Ograve 00D2 Ohorn 01A0
    Ohungarumlaut 0150 Omacron 014C Omega 2126 Omegatonos 038F Omicron 039F Omicrontonos 038C Oslash 00D8
    Oslashacute 01FE Otilde 00D5 P 0050 Phi 03A6 Pi 03A0 Psi 03A8 Q 0051 R 0052 Racute 0154 Rcaron 0158
    Rfraktur 211C Rho 03A1 S 0053 Sacute 015A Scaron 0160 Scedilla 015E Scircumflex 015C Sigma 03A3 T 0054
    Tau 03A4 Tbar 0166 Tcaron 0164 Theta 0398 Thorn 00DE U 0055 Uacute 00DA Ubreve 016C Ucircumflex 00DB
    Udieresis 00DC Ugrave 00D9 Uhorn 01AF Uhungarumlaut 0170 Umacron 016A Uogonek 0172 Upsilon 03A5
    Upsilon1 03D2 Upsilondieresis 03AB Upsilontonos 038E Uring 016E Utilde 0168 V 0056 W 0057 Wacute 1E82
    Wcircumflex 0174 Wdieresis 1E84 Wgrave 1E80 X 0058 Xi 039E Y 0059 Yacute 00DD Ycircumflex 0176
    Ydieresis 0178 Ygrave 1EF2 Z 005A Zacute 0179 Zcaron 017D Zdotaccent 017B Zeta 0396 a 0061 aacute 00E1
    abreve 0103 acircumflex 00E2 acute 00B4 adieresis 00E4 ae 00E6 aeacute 01FD agrave 00E0 aleph 2135
    alpha 03B1 alphatonos 03AC amacron 0101 ampersand 0026 angle 2220 anoteleia 0387 aogonek 0105
    approxequal 2248 aring 00E5 aringacute 01FB arrowboth 2194 arrowdblboth 21D4 arrowdbldown 21D3
    arrowdblleft 21D0 arrowdblright 21D2 arrowdblup 21D1 arrowdown 2193 arrowleft 2190 arrowright 2192
    arrowup 2191 arrowupdn 2195 arrowupdnbse 21A8 asciicircum 005E asciitilde 007E asterisk 002A
    asteriskmath 2217 at 0040 atilde 00E3 b 0062 backslash 005C bar 007C beta 03B2 braceleft 007B
    braceright 007D bracketleft 005B bracketright 005D breve 02D8 brokenbar 00A6 bullet 2022 c 0063 cacute 0107
    caron 02C7 carriagereturn 21B5 ccaron 010D ccedilla 00E7 ccircumflex 0109 cdotaccent 010B cedilla 00B8
    cent 00A2 chi 03C7 circle 25CB circlemultiply 2297 circleplus 2295 circumflex 02C6 colon 003A
    colonmonetary 20A1 comma 002C congruent 2245 copyright 00A9 currency 00A4 d 0064 dagger 2020 daggerdbl 2021
    dcaron 010F dcroat 0111 degree 00B0 delta 03B4 dieresis 00A8 dieresistonos 0385 divide 00F7 dollar 0024
    dong 20AB dotaccent 02D9 dotlessi 0131 dotlessj 0237 dotmath 22C5 e 0065 eacute 00E9 ebreve 0115 ecaron 011B
    ecircumflex 00EA edieresis 00EB edotaccent 0117 egrave 00E8 eight 0038 element 2208 ellipsis 2026
    emacron 0113 emdash 2014 emptyset 2205 endash 2013 eng 014B eogonek 0119 epsilon 03B5 epsilontonos 03AD
    equal 003D equivalence 2261 estimated 212E eta 03B7 etatonos 03AE eth 00F0 exclam 0021 exclamdbl 203C
    exclamdown 00A1 existential 2203 f 0066 ff FB00 ffi FB03 ffl FB04 fi FB01 figuredash 2012 filledbox 25A0
    filledrect 25AC five 0035 fiveeighths 215D fl FB02 florin 0192 four 0034 fraction 2044 franc 20A3 g 0067
    gamma 03B3 gbreve 011F gcaron 01E7 gcircumflex 011D gdotaccent 0121 germandbls 00DF gradient 2207 grave 0060
    greater 003E greaterequal 2265 guillemotleft 00AB guillemotright 00BB guilsinglleft 2039 guilsinglright 203A
    h 0068 hbar 0127 hcircumflex 0125 hungarumlaut 02DD hyphen 002D i 0069 iacute 00ED ibreve 012D
    icircumflex 00EE idieresis 00EF igrave 00EC ij 0133 imacron 012B infinity 221E integral 222B
    intersection 2229 invbullet 25D8 invcircle 25D9 iogonek 012F iota 03B9 iotadieresis 03CA
    iotadieresistonos 0390 iotatonos 03AF itilde 0129 j 006A jcircumflex 0135 k 006B kappa 03BA
    kgreenlandic 0138 l 006C lacute 013A lambda 03BB lcaron 013E ldot 0140 less 003C lessequal 2264 lira 20A4
    logicaland 2227 logicalnot 00AC logicalor 2228 longs 017F lozenge 25CA lslash 0142 m 006D macron 00AF
    minus 2212 minute 2032 mu 00B5 mu1 00B5 multiply 00D7 n 006E nacute 0144 napostrophe 0149 nbspace 00A0
    ncaron 0148 nine 0039 notelement 2209 notequal 2260 notsubset 2284 ntilde 00F1 nu 03BD numbersign 0023
    o 006F oacute 00F3 obreve 014F ocircumflex 00F4 odieresis 00F6 oe 0153 ogonek 02DB ograve 00F2 ohorn 01A1
    ohungarumlaut 0151 omacron 014D omega 03C9 omega1 03D6 omegatonos 03CE omicron 03BF omicrontonos 03CC
    one 0031 onedotenleader 2024 oneeighth 215B onehalf 00BD onequarter 00BC onethird 2153 openbullet 25E6
    ordfeminine 00AA ordmasculine 00BA orthogonal 221F oslash 00F8 oslashacute 01FF otilde 00F5 p 0070
    paragraph 00B6 parenleft 0028 parenright 0029 partialdiff 2202 percent 0025 period 002E periodcentered 00B7
    perpendicular 22A5 perthousand 2030 peseta 20A7 phi 03C6 phi1 03D5 pi 03C0 plus 002B plusminus 00B1
    prescription 211E product 220F propersubset 2282 propersuperset 2283 proportional 221D psi 03C8 q 0071
    question 003F questiondown 00BF quotedbl 0022 quotedblbase 201E quotedblleft 201C quotedblright 201D
    quoteleft 2018 quotereversed 201B quoteright 2019 quotesinglbase 201A quotesingle 0027 r 0072 racute 0155
    radical 221A rcaron 0159 reflexsubset 2286 reflexsuperset 2287 registered 00AE rho 03C1 ring 02DA s 0073
    sacute 015B scaron 0161 scedilla 015F scircumflex 015D second 2033 section 00A7 semicolon 003B seven 0037
    seveneighths 215E sfthyphen 00AD sigma 03C3 sigma1 03C2 similar 223C six 0036 slash 002F space 0020
    sterling 00A3 suchthat 220B summation 2211 t 0074 tau 03C4 tbar 0167 tcaron 0165 therefore 2234 theta 03B8
    theta1 03D1 thorn 00FE three 0033 threeeighths 215C threequarters 00BE tilde 02DC tonos 0384 trademark 2122
    triagdn 25BC triaglf 25C4 triagrt 25BA triagup 25B2 two 0032 twodotenleader 2025 twothirds 2154 u 0075
    uacute 00FA ubreve 016D ucircumflex 00FB udieresis 00FC ugrave 00F9 uhorn 01B0 uhungarumlaut 0171
    umacron 016B underscore 005F underscoredbl 2017 union 222A universal 2200 uogonek 0173 upsilon 03C5
    upsilondieresis 03CB upsilondieresistonos 03B0 upsilontonos 03CD uring 016F utilde 0169 v 0076 w 0077
    wacute 1E83 wcircumflex 0175 wdieresis 1E85 weierstrass 2118 wgrave 1E81 x 0078 xi 03BE y 0079 yacute 00FD
    ycircumflex 0177 ydieresis 00FF yen 00A5 ygrave 1EF3 z 007A zacute 017A zcaron 017E zdotaccent 017C
    zero 0030 zeta 03B6
    """
