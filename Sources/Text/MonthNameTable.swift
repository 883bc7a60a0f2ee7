// Data: what months and weeks are called in the languages of CLDR 41, from Unicode's data files, Copyright
// 1991-2022 Unicode, Inc., under the Unicode licence: see LICENSES/Unicode.txt. Written by
// scripts/setup/make-month-names. Nothing here decides anything.

/// Folded names in the order of their bytes, each with the months that it names, parted by ";": "a" to "l" for January
/// to December, in capitals where the name needs a day beside it; behind "^" those of the Persian calendar, behind "*"
/// those of the Islamic one; "w" for a week. Behind "/" the languages that call a month so, as far as that matters;
/// behind "~" a meaning that counts on pages in these languages alone.
let monthNameTable: StaticString = """
    a_k:~G/ak ab:~D/dyo abe:L abendua:l abenduak:l abr:d/ca abrell:d abriil:d abril:d/ca abrile:d abrille:d abu:H
    aburil:d abuztua:h abuztuak:h ada:~C/ku adar:~c/ku adare:c ade:~K/ee adeɛmekpɔxe:k ado:~G/om adooleessa:g afi:D
    afirilu:d afɔ:~D/ee afɔfie:d ag:G/yo;H/ca aga:H agasti:h age:G/yo agemo:g/yo aggusti:h aggustip:h ago:h
    agost:h/ca agosti:h agosto:h agostu:h ags:~H/su agt:H agu:h agusito:h agust:h agusta:h agusti:h agustos:h
    agustus:h agɛ:G/yo agɛmɔ:g/yo aib:D aibrean:d ama:~A/om amajjii:a any:~I/ee anyɔnyɔ:i aog:~H/mg aogositra:h
    aout:h aoǁkhuumuǁkhab:h api:D apirila:d apirilak:d apiriri:d apl:~D/ln aplili:d apr:d aprel:d aprell:d apriili:d
    apriilip:d april:d aprila:d aprile:d aprili:d aprilie:d aprilis:d aprill:d aprilo:d aprily:d aprilyi:d apryl:d
    apryla:d apu:~D/lg,xog apuli:d ara:L;~B/mas aralik:l arat:~b/mas astea:w aug:h auguscht:h august:h augusta:h
    augusti:h augusto:h augusts:h augustus:h augusztus:h aus:H austu:h averil:d avg:H avgust:h avi:~L/ast avientu:l
    avo:~H/fur avost:h avq:H avqust:h avr:D avrel:d avrele:d avrigl:d avril:d avrril:~D/gv avust:h awg:H awgust:h
    awgusta:h awi:~D/bm,dje,khq,ses,twq awiril:d awirili:d awr:~D/wo awril:d awst:h aww:~H/mt awwissu:h
    ayɛwoho_kitawonsa:g aza:K azaroa:k azaroak:k bal:D balandis:d balandzio:d be:K/yo beal:E bealtaine:e
    bel:K/yo;~E/sg belawu:e belu:k/yo ber:~L/ku berfanbar:l berfanbare:l bio:~J/bas bioom:j birz:F birzelio:f
    birzelis:f bit:~C/om bitooteessa:c boaldyn:e borg:~H/se borgemannu:h bow:L bowte:l bra:~B/shi;~F/wae bracet:f
    brayr:b bre:C/cs brezen:c/cs brezna:c/cs bur:~I/kln bureet:i bɔr:~H/mas caamsa:e cab:I cabudanni:i cakc:~I/se
    cakcamannu:i cam:~E/om can:~A/guz ceit:E ceitean:e cerven:f/cs cervence:g/cs cervenec:g/cs cervna:f/cs chanuari:a
    chaŋphasapa_wi:g chaŋwape_kasna_wi:j chaŋwapegi_wi:i chaŋwapetho_wi:e che:~D/mgh cheitean:e chg:~G/sn chida:w
    chikumi:f chikunguru:g chivabvu:e chk:~F/sn chr:~L/wae christmanet:l chulai:g chv:~E/sn chw:B chwef:B chwefror:b
    cio:~A/lu ciongo:a cis:~L/lu ciswa:l cki:~C/mua cla:~B/mua cohca:~I/smn cohcamaanu:i cokcwaklaŋne:b cokcwaklii:c
    col:B colte:b cte:~I/kab ctember:i cuaŋui:~D/smn cuaŋuimaanu:d cul:~G/guz cuo:~D/se cuoŋ:~D/se cuoŋomannu:d
    cut:~I/shi,tzm cutanbir:i cvc:G/cs cvn:F/cs cze:F/pl czerwca:f/pl czerwiec:f/pl cʼhwe:B cʼhwevrer:b dab:~H/luo
    dac:~A/luo dad:~C/luo dag:~L/luo dah:~E/luo dal:~A/mas dam:~E/ee dama:~e/ee damh:J damhair:j dan:~D/luo
    dao:~G/luo dap:~J/luo dar:~B/luo dat:~C/bez dau:~F/luo de:~L/dyo dea:~H/ee deasiamime:h dec:l decembar:l
    decembari:l decembarip:l december:l decembra:l decembre:l decembrie:l decembris:l decembro:l
    dee:~L/dje,khq,ses,twq deesanbur:l deireadh_fomhair:j dek:L dekabr:l des:l/ca desam:l desambar:l desambra:l
    desanburu:l desemba:l desembar:l desember:l desembre:l/ca desimber:l dets:L detsember:l dez:l dezamber:l
    dezember:l dezembro:l dfomh:J dgi:~K/luo dhj:L dhjetor:l dhuʻl_h:*L dhuʻl_hijjah:*l dhuʻl_q:*K dhuʻl_qiʻdah:*k
    di:~A/dua dic:L dicemba:l dicembar:l dicembre:l dicembru:l diciembre:l difuu_ɔsandaa:h dimɔdi:a dip:~I/bas
    dipɔs:i dis:l disamba:l disambar:l disemba:l disember:l disyembre:l dit:~L/ki diz:~L/kea dizenbru:l diŋ:~H/dua
    diŋgindi:h diɓ:~D/dua diɓaɓa:d doc:~I/luo doy:~D/mas dsb:~L/ln du:k dua:~E/nus duat:~e/nus dub:D/cs duben:d/cs
    dubh:L dubhlachd:l dubna:d/cs dug:~L/kab dugember:l duj:~L/shi,tzm dujanbir:l dum:~G/agq dun:~D/teo duu:E
    duujal:e duɔɔ:~C/nus duɔɔŋ:c dzd:~B/ee dzm:~L/ee dzodze:b dzome:l dzove:a dzu:~I/agq dzv:~A/ee e_k:~E/ak
    e_o:~D/ak e_ɔ:~C/ak ean:A eanair:a eb:E/yo ebi:E/yo ebibi:e/yo ebr:D ebrel:d ebrill:d ebɔbira_oforisuo:d
    ebɔw_ɔbenem:c efute:g eka:F ekaina:f ekainak:f eki:J ekim:j ela:~L/dua elaŋgɛ:l elb:~D/om elba:~d/om elo:H elok:H
    elokuu:h elokuuta:h emi:~E/dua emiasele:e ene:a enero:a eost:h epe:~J/kln epeeso:j eph:D ephreli:d epr:D epreel:d
    eprel:d epreli:d epreo:d er:B/yo;C/yo erel:B/yo erele:b/yo eren:C/yo erena:c/yo est:~h/kw
    esusow_aketseaba_kɔtɔnimba:e esɔ:~F/dua esɔpɛsɔpɛ:f eyl:I eylul:i f_ɛ:~I/ak fab:B fabrowa:b faburairu:b fan:~G/rm
    fanadur:g fankwa_ɛbɔ:i faoi:A faoilleach:a favr:~B/rm favrer:b fbl:~B/ln fde:~I/mua fe:~B/dyo feabh:B feabhra:b
    feb:b febbraio:b feber:b febirie:b febluali:b febr:B/ca febraayo:b febreiro:b febrer:b/ca febrero:b febreru:b
    febrewaris:b febroary:b februaar:b februaari:b februaarip:b februar:b februara:b februari:b februarie:b
    februario:b februaris:b februaro:b february:b februwari:b febuari:b feburari:b feburuari:b feburuye:b febwaliyo:b
    fee:~B/dje,khq,ses,twq feewiriye:b fep:~B/to fepueli:b fev:b fevereiro:b fevr:B fevral:b fevrar:b fevreiro:b
    fevrier:b fevriye:b few:B fewral:b fewriyee:b fgw:~K/mua fhaoilleach:a fii_dǝɓlii:i fii_gwahlle:k fii_loo:a
    fii_marfoo:d fii_mundaŋ:j fii_yuru:l flo:~A/mua fmf:~D/mua fmu:~J/mua fon:~F/sg fondo:f fra:~B/mt frar:~b/mt
    fre:B freargiu:b ful:~B/sg;~I/om fulundigi:b fungatɨ:~A/lag fur:~B/kab furar:b fuulbana:i fwo:~L/agq fyu:~L/mua
    fɔe:~H/agq fɛ:~h/kkj gamaǀaeb:f gan:~F/ebu gas:~B/rn,rw gashyantare:b gat:~E/ebu gearr:B gearran:b geas:~F/se
    geassemannu:f geg:E geguze:e geguzes:e gel:~H/ku gelawej:h gelaweje:h gen:A/ca gener:a/ca gennaio:a genver:a
    ghe:A ghearran:b ghennargiu:a ghiblean:d gibl:D giblean:d gic:~E/rn,rw gicurasi:e gis:~J/mas gitugutu:j giu:F
    giugno:f golg:~J/se golggotmannu:j gor:G gorff:G gorffennaf:g gortheren:g goue:G gouere:g gru:L/pl grudnia:l/pl
    grudzien:l/pl gruod:L gruodis:l gruodzio:l guak:~d/nus gul:~E/ku gulan:e gulane:e gum:~J/sn gumiguru:j
    gun:~F/mt;~I/sn gunju:f gunyana:i guov:~B/se guovvamannu:b gur:~B/om guraandhala:b gush:H gusht:h gwen:I
    gwengolo:i gwn:~I/kw gwynngala:i hafta:w hag:~H/om hagayya:h haki:~L/mi hakihea:l han:~E/bez hara:~E/mi haratua:e
    haz:F haziran:f hed:~J/kw hedra:j hei:~G/wae heina:G heinak:G heinakuu:g heinakuuta:g heiwet:g helmi:B helmik:B
    helmikuu:b helmikuuta:b hepde:w her:~I/wae herbstmanet:i here:j;~H/mi hereturikoka:h hik:~H/bas hikaŋ:h
    hil:~F/bas hilondɛ:f hoasoreǁkhab:l hongo:~G/mi hongongoi:g hor:~B/wae hornig:b huhti:D huhtik:D huhtikuu:d
    huhtikuuta:d hui:~B/mi huitanguru:b hul:G hulyo:g hun:F hunyo:f hut:~A/bez hwe:~B/kw hwevrer:b hyd:J hydref:j
    həftə:w ian:A ianuali:a ianuarie:a ibr:~D/shi,tzm ibrir:d id:D idwaata:~F/lag ig:D/yo igb:D/yo igbe:d/yo
    igi:~L/ebu ike:~I/dav ikl:~L/kam ikm:~K/kam iku:~J/dav,ebu,kam ikumi:~D/lag ile:~F/saq imb:~A/dav ime:~E/saq
    imeg_abubi:b imeg_mbəŋchubi:c imw:~K/dav,ebu iməg_adumbəŋ:g iməg_fog:e iməg_ichiibɔd:f iməg_ichika:h
    iməg_krizmed:l iməg_kud:i iməg_mbegtug:a iməg_ngwət:d iməg_tesiʼe:j iməg_zo:k inn:~A/shi innayr:a
    inyambala:~E/lag inyi:~J/lag ion:A ionawr:a ipu:~D/mer ipuru:d ira:I iraila:i irailak:i irudi:d isi:~H/saq
    istawichayazaŋ_wi:c iuch:G iuchar:g iuil:g iul:G iulai:g iulie:g iun:F iune:~f/haw iunie:f iviki:w iwi:~L/dav
    iwo:~D/kln iwootkuut:d iyl:G iyn:F iyul:g iyun:f j_fouyir:~J/gv j_guer:~A/gv j_souree:~G/gv jaan:A jaanuar:a
    jaenner:a jan:a janairu:a janar:a janeiro:a janeru:a jannaayo:a jannar:a janner:a jannewa:a jannewaris:a
    janoary:a janr:A januaar:a januaari:a januaarip:a januali:a januar:a januara:a januari:a januarie:a januario:a
    januaro:a january:a januwari:a janv:A janvaris:a janvier:a janwaliyo:a janyuwari:a jave:w jen:A jenner:a
    jenuari:a jenuwari:a jerrey_fouyir:j jerrey_geuree:a jerrey_souree:g jol:K;~G/mg,teo jolal:k jolay:g jon:~F/mg
    jona:~f/mg joulu:L jouluk:L joulukuu:l joulukuuta:l jug:~F/fur jugn:~f/fur jui:F juil:G juill:G juillet:g juin:f
    juk:H juko:h jul:g/ca jula:g julaayi:g julai:g julayi:g julho:g julhu:g juli:g julie:g julij:g julija:g julijs:g
    julio:g juliol:g/ca julius:g july:g julyai:g jum_i:*E jum_ii:*F juma:w jumada_i:*e jumada_ii:*f jun:f juna:f
    june:f junho:f junhu:f juni:f junie:f junij:f junija:f junijs:f junio:f junius:f juny:f/ca junyi:f juov:~L/se
    juovla:~L/smn juovlamaanu:l juovlamannu:l juu:F juuli:g juulip:g juun:f juuni:f juunip:f k_ɔ:~B/ak kaa:~K/agq
    kab:~G/lu kabalashipu:g kad:~C/dav kai:~B/ebu kak:~L/sg kakauka:l kalenderwoche:w kam:~F/rn,rw kamena:f
    kan:~D/dav,ebu,kam;~H/rn,rw kanama:h kar:~F/dav kas:K;~E/dav kasim:k kaswekese:k kat:~C/ebu kaw:~B/dav
    kbr:~B/cgg,nyn kbz:~A/cgg,nyn keenda:~C/lag kek:~L/haw kekemapa:l kel:~B/kam;~J/ee kele:~j/ee ken:~I/ebu
    kep:~I/haw kepakemapa:i kerzu:l kesa:F kesak:F kesakuu:f kesakuuta:f kesi:~F/smn kesimaanu:f kev:~L/kw kevardhu:l
    kew:~J/ku kewcer:j kewcere:j kigarama:l kipsuunde_ne_taai:k kipsuunde_nebo_aeng:l kiptaamo:c kkm:~J/cgg,nyn
    kkn:~D/cgg,nyn kmb:~L/bez kmj:~K/bez kmk:~F/cgg,nyn kmn:~H/cgg,nyn kms:~G/cgg,nyn kmw:~I/cgg,nyn knb:~L/cgg,nyn
    knd:~I/kam knk:~K/cgg,nyn knn:~H/ebu kohi:~A/mi kohitatea:a kol:H/hr kolovoz:h/hr kolovoza:h/hr kor:F kornyoot:f
    korr:G korrik:g korse:f kov:C kovas:c kovo:c kpa:~L/kln kpt:~K/kln kris:~L/nmg krisimin:l kst:~C/cgg,nyn
    ktn:~E/cgg,kam,nyn ktu:~C/kam;~J/shi,tzm ktuber:j ktubr:j kub:~D/sn kubvumbi:d kujuɔrɔk:f kuk:~B/sn;~H/sg
    kukadzi:b kukuru:h kum:~J/bez,mgh kuova:~B/smn kuovamaanu:b kur:~C/sn;~k/nus kurume:c kus:~I/mas kushin:i
    kuŋgwɛ:g kve:E/cs kveten:e/cs kvetna:e/cs kw:w kwa:~A/mgh;~C/teo kwakwar_ɔgyefuo:b kwi:D/pl kwiecien:d/pl
    kwietnia:d/pl kwiidwaata:f kwiikumi:d kwiinyambala:e kwiinyi:j kzu:L kɔn:~A/bas kɔndɔŋ:a kɨz:~B/agq kʉfungatɨ:a
    kʉkeenda:c kʉmʉʉnchɨ:g kʉnaanɨ:b kʉsaano:k kʉsaatʉ:i kʉsasatʉ:l kʉvɨɨrɨ:h laa:~J/nus laath:j lab:~K/teo lam:F
    lampadas:f lapkr:K lapkricio:k lapkritis:k led:A/cs leden:a/cs ledna:a/cs len:~G/sg lengua:g lep:~E/mas
    libuy_li_nyee:l liep:G liepa:g liepos:g linggo:w lip:F/hr;G/pl lipanj:f/hr lipca:g/pl lipiec:g/pl lipnja:f/hr
    lis:J/hr;K/cs,pl listopad:j/hr;k/cs,pl listopada:j/hr;k/pl listopadu:k/cs liɓ:~L/bas loka:J lokak:J lokakuu:j
    lokakuuta:j luanistyn:h luf:~F/lu lufuimi:f lug:G luglio:g lui:~B/lu;~g/fur luishi:b lul:G lulju:g lum:~E/lu
    lumungulu:e lun:H;~J/lu luna:H lunasa:h lunastal:h lungudi:j lus:~C/lu lush:~H/lu lushika:h lusolo:c
    lut:B/pl;~I/lu lutego:b/pl lutongolo:i luty:b/pl luuliyo:g lwe:~K/nd lwezi:k lɔm:~J/agq m_fouyir:~I/gv
    m_houney:~K/gv m_nollick:~L/gv m_souree:~F/gv m_ɔ:~L/ak ma:~C/dyo maa:C;~E/lg,xog maachi:c maaie:e maaji:e
    maajip:e maalis:C maalisk:C maaliskuu:c maaliskuuta:c maarso:c maart:c maayi:e maaz:~c/ksh mab:~D/nd mabasa:d
    mac:c;~B/bas mach:c machi:c macɛl:b mad:~E/mua;~G/dua madiɓɛdiɓɛ:g madǝmbii:h madǝǝuutǝbijaŋ:e mae:e;~C/lb
    maerz:c mag:E maggio:e mahu:~I/mi mahuru:i mai:e maiatza:e maiatzak:e maig:e/ca maijs:e maio:e maiu:~e/kea
    maj:e/pl maja:e/pl majo:~e/eo maju:e majus:e makandikɛ:k mako:w mal:~C/haw malaki:c mam:~E/kln;~H/mua mamuut:e
    mamǝŋgwaafahbii:f mamǝŋgwaalii:g mar:c/pl;~e/teo marc:c/ca marca:c/pl march:c marcius:c marco:c marec:c maret:c
    maris:c marisi:c marras:K marrask:K marraskuu:k marraskuuta:k mars:c marsi:c marsip:c marso:c marsu:c mart:c
    marta:c martie:c martio:c marto:c marts:c martsa:c martxoa:c martxoak:c martzu:c marz:c marze:c marzec:c/pl
    marzo:c marzu:c mas:C;~F/ee masa:~f/ee mashi:c mat:~C/bas,xh;~D/rn,rw mata:~d/rw matg:~e/rm matop:d matshi:c
    matumb:c maw:C mawrth:c may:e;~J/dua;~K/bas mayesɛ:j mayis:e mayo:e mayrnt:c mayu:e mayyu:e mayɛsep:k maz:~C/ksh
    maʻa:~C/to maʻasi:c mba:~C/sg mbangu:c mbe:~A/ebu,kam mbegtug:~A/mgo mbi:~C/nd;~F/mua mbimbitho:c
    mbiyɔ_mɛndoŋgɔ:c mbo:C mbooy:c mbu:~K/sn mbudzi:k me:~e/dje,dyo,khq,kw,mfe,ses,to,twq mean_fomhair:i
    mean_fouyir:i mean_souree:f medi:i mee:e mee_houney:k mee_ny_nollick:l meh:F mehefin:f mei:e meije:e meith:F
    meitheamh:f mej:E meja:e meje:e mejju:e mer:C merc:c merca:c met:~F/kw metheven:f meu:~C/kw meur:C meurth:c
    meurzh:c mey:e meyi:e mezh:F mezheven:f meɣ:~C/kab meɣres:c mfomh:I mfu:~G/dav;~J/nd mfumfu:j mhart:c mies:~E/se
    miessemannu:e mii:~e/mer minggu:w mk:B mli:~G/mua moc:~F/mgh mod:~F/teo moj:~K/mgh mok:~J/sbp mokhu:j moo:~G/kam
    mor:G morso:g morusasin:g mpal:~L/nd mpalakazi:l mpan:~I/nd mpandula:i mpg:~H/sbp mpu:~E/bas mpuyɛ:e mrt:C mrz:C
    ms:C msh:~C/sbp msi:~C/ln msp:~G/sbp mto:~D/bas mud:~L/om muddee:l mug:~G/ebu muh:*A;~L/sbp muhaano:l muharram:*a
    muj:~F/sbp mujimbi:f muk:~B/teo mukakaro:g mukui:b mul:~A/kln mulgul:a mumu_ɔpɛnimba:l mun:~D/sbp munyense:i
    munyi:d munyonyo:k mup:~A/sbp mupalangulwa:a mupuguto:h mus:~K/sbp musapiri:c mushende:c mushende_magali:e
    mushipepo:g musongandembwe:k mut:~A/rn,rw mutarama:a muu:~D/lu muuya:d mvu:~I/sg mvuka:i mwi:~B/sbp mwitope:b
    mye:~I/sbp mɔnɔ_ŋgbanja:e mɛ:~e/bm mʉʉnchɨ:~G/lag naanɨ:~B/lag nab:~K/sg nabanduru:k nad:L nadal:w nadale:l
    nan:~H/bez,mgh ncw:~H/nd ncwabakazi:h ndamukiza:d ndi:~A/sn ndira:a ndithemba:l nduŋmbi_saŋ:a ndzɔŋefwoo:l
    ndzɔŋesee:e ndzɔŋɔchwaʔakaa_wo:k ndzɔŋɔdumlo:g ndzɔŋɔghuuwelɔm:j ndzɔŋɔkwifɔe:h ndzɔŋɔkɨzuʔ:b ndzɔŋɔnum:a
    ndzɔŋɔnzugho:f ndzɔŋɔtaafʉgha:d ndzɔŋɔtɨdʉgha:c ndzɔŋɔtɨfʉghadzughu:i nedela:w nedelja:w nedjelja:w nen:K
    nentor:k ng_atyaato:b ng_eiyeet:g nga:~J/ewo ngab:~L/ewo ngad:~K/ewo ngat:~B/kln ngb:~B/ewo;~J/sg ngberere:j
    nge:~G/kln;~I/ewo ngl:~C/ewo ngm:~H/ewo ngn:~D/ewo ngo:~A/ewo ngs:~F/ewo ngt:~E/ewo ngu:~D/sg ngubue:d
    ngwɛn_hɛmbuɛri:g ngwɛn_lɔmbi:h ngwɛn_matahra:a ngwɛn_nlal:c ngwɛn_nmba:b ngwɛn_nna:d ngwɛn_ntan:e ngwɛn_ntuo:f
    ngwɛn_rɛbvua:i ngwɛn_wum:j ngwɛn_wum_navur:k ngz:~G/ewo nhla:~F/nd nhlangula:f nhlo:~B/nd nhlolanja:b nis:D
    nisan:d njapi:i nje:~G/bas njeba:g njenuari:a njr:~G/mer nju:~F/mer njuhca:~C/smn njuhcamaanu:c njuk:~C/se
    njukcamannu:c njuni:f njurai:g nkw:~E/nd nkwenkwezi:e no:~K/dyo nob:K nobemba:k nobyembre:k nof:K nofembar:k
    noiembrie:k noll:L nollaig:l noo:~K/dje,khq,ses,twq noowanbur:k nop:~K/su nopember:k nov:k/ca novam:k novamber:k
    novambra:k novema:k novemba:k novembar:k novembari:k novembarip:k november:k novembra:k novembre:k/ca novembris:k
    novembro:k novembru:k noviembre:k novimber:k now:K nowambar:k nowanburu:k nowemapa:k nowember:k nowembra:k noy:K
    noyabr:k ntu:~G/nd ntulikazi:g ntwarante:c ntʉ:~L/mas ntʉŋʉs:l nuku:~J/mi num:~A/agq nun:~K/kab nunember:k
    nuv:~K/kea nuvenbru:k nuw:K nuwamba:k nuwanbir:k nvb:~K/ln nwa:~K/tzm nwanbir:k nya:~G/rn,rw;~H/kam,sn
    nyakanga:~g/rw;~i/rn nyamavhuvhu:h nyandagaro:h nyaŋgwɛ_ŋgbanja:f nye:~A/sg nyenye:a nyukul:j nyɔlɔmbɔŋgɔ:d
    nyɛt:~I/dua nyɛtɛki:i nze:~I/rn,rw nzeli:i nzero:a nzu:~F/agq o_a:~F/ak obirade_ayɛwohomumu:f obo:~A/saq oca:A
    ocak:a och:~J/ast ochobre:j oct:j/ca october:j octobre:j octombrie:j octubre:j/ca oddajagemannu:a oddj:~A/se
    odung_el:d og:H/yo oga:~H/bem ogasti:h ogmh:F ogmhios:f ogo:H ogoost:h ogos:h ogost:h ogs:H ogu:H/yo ogun:h/yo
    oig:~H/wae oigste:h ojola:g ok:F/yo;~J/dyo oki:~J/lg,xog okitoba:j okitobba:j okt:j oktabr:j okthoba:j oktob:j
    oktoba:j oktobar:j oktobari:j oktobarip:j oktober:j oktobra:j oktobris:j oktobro:j oktohber:j oktoobar:j
    oktoober:j oktoobur:j oktover:j oktuba:j oktubre:j oktyabr:j oku:F/yo;~C/saq okudu:f/yo okwaikumi:j
    okwaikumi_na_ibiri:l okwaikumi_na_kumwe:k okwakabiri:b okwakana:d okwakashatu:c okwakataana:e okwamg:c
    okwamukaaga:f okwamunaana:h okwamushanju:g okwamwenda:i okwokubanza:a olabor:k oladalʉ:a olgisan:j
    olodoyiorie_inkokua:d oloilepunyie_inkokua:e omaruk:e omodok_king_ol:f omuk:~b/teo ong:~D/saq onk:~J/om
    onkololeessa:j op:L/yo ope:l/yo opedel:h opoo:~l/teo orara:a oshu_agɛmɔ:g/yo oshu_belu:k/yo oshu_erele:b/yo
    oshu_igbe:d/yo oshu_ogun:h/yo oshu_okudu:f/yo oshu_owewe:i/yo oshu_shɛrɛ:a/yo oshu_ɔpɛ:l/yo oshu_ɔwara:j/yo
    oshu_ɛbibi:e/yo oshu_ɛrɛna:c/yo osokosokoma:i osu_agemo:g/yo osu_belu:k/yo osu_ebibi:e/yo osu_erele:b/yo
    osu_erena:c/yo osu_igbe:d/yo osu_ogun:h/yo osu_okudu:f/yo osu_ope:l/yo osu_owara:j/yo osu_owewe:i/yo
    osu_sere:a/yo otibar:j ots:B otsaila:b otsailak:b ott:J ottobre:j ottubru:j otu:~J/fur,kea,seh otubar:j otubro:j
    otubru:j ouj:~H/ksh oujoss:h out:J;~h/mfe outubro:j ow:I/yo;J/yo owa:J/yo owara:j/yo owe:I/yo owewe:i/yo ozu:C/hr
    ozujak:c/hr ozujka:c/hr paa:~F/kln paagi:f pae:~D/mi paengawhawha:d pamba:a pay:~G/nus;~K/ast pay_yietni:g
    payares:k paz:J/pl pazdziernik:j/pl pazdziernika:j/pl peb:B pebrero:b pebruari:b ped:~H/teo pekan:w pep:~B/haw
    pepeluali:b phezitho_wi:d pi:I pilɔndɔ:l pipi:~F/mi pipiri:f pisuyu:h pm:G poo:~L/teo porge:~H/smn porgemaanu:h
    pou:~C/mi poututerangi:c pri:D prill:d pro:L/cs,hr prosinac:l/hr prosinca:l/hr prosince:l/cs prosinec:l/cs ps:H
    pu:e pu_irudi:i pu_mukui:g pu_musapiri:h pu_yepe:f pus:~F/ku pusper:f puspere:f py:F pɛsaŋ_ntsɔpmɔ:k
    pɛsaŋ_ntsɔppa:l pɛsaŋ_nɛgɛm:j pɛsaŋ_pataa:e pɛsaŋ_pɛnɛfɔm:h pɛsaŋ_pɛnɛkwa:d pɛsaŋ_pɛnɛntuku:f pɛsaŋ_pɛnɛpfuꞌu:i
    pɛsaŋ_pɛpa:b pɛsaŋ_pɛtat:c pɛsaŋ_saamba:g pɛt:~b/nus pʉshʉka:k qer:F qershor:f rab_i:*C rab_ii:*D rabiʻ_i:*c
    rabiʻ_ii:*d raj:*G rajab:*g ram:*I ramadan:*i rangi:~K/mi rar:~A/teo;~C/mgh reb:~A/ku rebendan:a rebendane:a
    res:~B/ku resemi:b resemiye:b rez:~I/ku rezber:i rezbere:i rhag:L rhagfyr:l rij:J/cs rijen:j/cs rijna:j/cs
    rok:~F/mas roo:~H/kln rooptui:h roovvad:~J/smn roovvadmaanu:j rugp:H rugpjucio:h rugpjutis:h rugs:I rugsejis:i
    rugsejo:i ruheshi:f ruhuhuma:b ruj:I/hr rujan:i/hr rujna:i/hr rusama:e s_ɔ:~A/ak sa:~A/dyo saa:~I/saq
    saano:~K/lag saatʉ:~I/lag sab:~G/bez,mgh sad:~K/om sadaasa:k saf:*B safar:*b sam:~A/wo samh:K samhain:k
    samwiyee:a san:~A/to sanda_ɔpɛpɔn:a santandria:k santugaine:j sanuali:a sanvie:a sap:~G/saq;~I/ksh sapt:w
    saptamana:w sas:~G/mas sasatʉ:~L/lag sat:I sattumbar:i satumba:i saus:A sausio:a sausis:a savaite:w schan:~A/rm
    schaner:a scht:w se:A/yo;~I/dyo seachd:w seachdain:w seachtain:w seb:I sebtembar:i sebuttemba:i sedmica:w
    see:D;~E/agq seeɗto:d sek:~I/dje,khq,ses,twq sektanbur:i semaine:w semana:w sen:I sentabr:i sentyabr:i sep:i
    sepitema:i sept:i septam:i septamber:i septambra:i septemba:i septembar:i septembari:i septembarip:i september:i
    septembra:i septembre:i septembrie:i septembris:i septembro:i septhemba:i septiembre:i septimber:i ser:A/yo;~K/ku
    sere:a/yo sermawez:k sermaweze:k set:i/ca setembar:i setembre:i/ca setembro:i setenbru:i setiembre:i setm:w
    setmana:w sett:I settembar:i settember:i settembre:i settembru:i settimana:w setyembre:i sha:*H shaw:*J
    shawwal:*j shaʻban:*h shk:B shkurt:b sht:I shtator:i shɛ:A/yo shɛr:A/yo shɛrɛ:a/yo shʉ:~K/mas sia:~G/ee siamlɔm:g
    sie:H/pl sierpien:h/pl sierpnia:h/pl sii:A siilo:a siilto:i sij:A/hr sijecanj:a/hr sijecnja:a/hr simyny:w
    sit:~F/bez siu:~G/to siulai:g sizh:w sizhun:w skab:~K/se skabmamannu:k skamma:~K/smn skammamaanu:k slt:I
    sok:~I/teo spal:J spalio:j spalis:j spt:~I/mer srp:G/hr;H/cs srpanj:g/hr srpen:h/cs srpna:h/cs srpnja:g/hr sta:K
    stb:~I/ln stg:J stu:K/hr studeni:k/hr studenoga:k/hr sty:A/pl styczen:a/pl stycznia:a/pl su:~F/dyo;~G/dyo sub:B
    subat:b sueŋ:~f/dyo sul:~G/wo sulet:g sult:I sun:~F/to sune:~f/to suoi:~G/se suoidnemannu:g suuyee:g suw:~F/wo
    suwe:~f/wo svi:E/hr svibanj:e/hr svibnja:e/hr syeini:~G/smn syeinimaanu:g syys:I syysk:I syyskuu:i syyskuuta:i
    szept:I szeptember:i sɔŋ:~C/dua sɔŋɛ:~c/dua sɛt:~I/bm sɛtanburu:i t_arree:~B/gv t_iuchar:g t_ogmhios:f
    t_samhain:k t_sultain:i taa:~C/kln;~D/agq tach:K tachwedd:k tai:~D/bez tammi:A tammik:A tammikuu:a tammikuuta:a
    taraǀkhuumuǁkhab:i tdbd:w ted:~C/ee teden:w tedoxe:c tem:G temmuz:g tet:J tetor:j tha:~E/mgh;~F/kam
    thahekapsuŋ_wi:l thang_1:a thang_10:j thang_11:k thang_12:l thang_2:b thang_3:c thang_4:d thang_5:e thang_6:f
    thang_7:g thang_8:h thang_9:i thiyoheyuŋka_wi:b thoo:~H/nus thoor:h tib:~J/teo tid:~L/nus tin:~K/dua tinini:k
    tiop:~A/nus tiop_in_diit:l tiop_thar_pɛt:a tir:~G/ku tirmeh:g tirmehe:g tis:~I/bez,mgh;~L/to tisema:l tjedan:w
    tob:~K/saq toddobaad:w tom:~J/saq toshiaght_arree:b touko:E toukok:E toukokuu:e toukokuuta:e tow:~L/saq tra:D/hr
    travanj:d/hr travnja:d/hr tri:G triulas:g tuan:w tub:~J/kab tuber:j tyden:w tydz:w tydzen:w tydzien:w tyzden:w
    tyzen:w tɛɛ:~I/nus tɛɛr:~i/nus tɨd:~C/agq uddaivemaanu:a udiv:~A/smn uge:w ugu:~K/rn,rw ugushyingo:k uke:w
    uku:~L/rn,rw ukuboza:l ukw:~J/rn,rw ukwakira:j una:~B/mgh uno:B/cs unor:b/cs unora:b/cs urr:J urria:j urriak:j
    urt:A urtarrila:a urtarrilak:a ut:~h/dje,dyo,khq,ses,twq,wo uti:~h/bm uzt:G uztaila:g uztailak:g vas:B vasario:b
    vasaris:b vecka:w veebr:B veebruar:b veke:w velj:B/hr veljaca:b/hr veljace:b/hr viikko:w vika:w vil:~B/bez
    vyesi:~E/smn vyesimaanu:e vɨɨrɨ:~H/lag waa:~B/saq waniyetu_wi:k wanja:b wasuthuŋ_wi:h wax:~F/om waxabajjii:f
    week:w wer:~C/rn,rw werurwe:c wgt:~C/ki whiringa_a_nuku:j whiringa_a_rangi:k wik:~J/ki wim:~J/wae wimanet:j
    win:~K/wae wintermanet:k wiothehika_wi:a wipazukha_waste_wi:f wk:w wkd:~I/ki wkn:~D/ki wkr:~B/ki wmj:~G/ki
    wmw:~K/ki wnn:~H/ki woche:w wrz:I/pl wrzesien:i/pl wrzesnia:i/pl wtd:~F/ki wtn:~E/ki wun:~H/dav wythnos:w xan:A
    xaneiro:a xin:~A/ast xineru:a xnt:~G/ast xul:G xullo:g xun:~F/ast xunetu:g xuno:f xunu:~f/ast yan:A yanvar:a
    yanwar:a yar:J yarkomaa:j ye:A yeb:~B/tzm;~D/kab yebrayer:b yebrir:d yel:~L/mgh yen:~A/kab,tzm yennayer:a yepe:a
    yepe_mukui:l yepe_putimaa:j yepe_yepe:k ym:L yontere:w yp:J yul:G yuli:g yulyu:g yulyuz:g yun:F yuni:f yunyu:f
    yy:K zan:~A/bm,dje,khq,mfe,ses,twq zanvie:a zanwiye:a zanwuye:a zar:I/cs zari:i/cs zen:~A/fur zenar:a zercl:~F/rm
    zercladur:f zib:~A/nd zibandlela:a zil:~G/mfe zilye:g zin:~f/mfe zul:~G/bm zuluye:g zuw:~F/bm,dje,khq,ses,twq
    zuweŋ:f zuwɛn:f zuy:~G/dje,khq,ses,twq zuyye:g zvi:~L/sn zvita:l ŋgɔn:~B/dua ŋgɔndɛ:b ǀhooǂgaeb:k ǀkhuuǁkhab:c
    ǂkhoesaob:g ǂnuǁnaiseb:j ǃhoaǂkhaib:d ǃkhaitsab:e ǃkhanni:a ǃkhanǀgoab:b ɓulɓusɛ:l ɔ_a:~J/ak ɔ_o:~K/ak
    ɔberɛfɛw_obubuo:k ɔbɛsɛ_ahinime:j ɔku:~J/bm ɔkutɔburu:j ɔlɔɨbɔrarɛ:h ɔp:L/yo ɔpɛ:l/yo ɔsɔn:~f/yav ɔtb:~J/ln
    ɔw:J/yo ɔwa:J/yo ɔwara:j/yo ɔɛn:~C/mas ɔɛnɨɔɨŋɔk:c ɛb:E/yo ɛbi:E/yo ɛbibi:e/yo ɛr:C/yo ɛrɛn:C/yo ɛrɛna:c/yo
    ɣuc:~H/kab,shi,tzm ɣuct:~h/kab,shi,tzm ʻaok:~H/to ʻaokosi:h ʻap:~D/haw ʻapelila:d ʻau:~H/haw ʻaukake:h ʻepe:~D/to
    ʻepeleli:d ʻok:~J/haw ʻoka:~J/to ʻokakopa:j ʻokatopa:j απρ:D απριλιοσ:d απριλιου:d αυγ:H αυγουστοσ:h αυγουστου:h
    δεκ:L δεκεμβριοσ:l δεκεμβριου:l εβδομαδα:w ιαν:A ιανουαριοσ:a ιανουαριου:a ιουλ:G ιουλιοσ:g ιουλιου:g ιουν:F
    ιουνιοσ:f ιουνιου:f μαι:E μαιοσ:e μαιου:e μαρ:C μαρτιοσ:c μαρτιου:c νοε:K νοεμβριοσ:k νοεμβριου:k οκτ:J
    οκτωβριοσ:j οκτωβριου:j σεπ:I σεπτεμβριοσ:i σεπτεμβριου:i φεβ:B φεβρουαριοσ:b φεβρουαριου:b авг:h август:h
    августа:h августы:h алт:~J/sah алтынньы:j апр:d апрел:d апрелы:d апрель:d апреля:d април:d апта:w
    аравдугаар_сар:j арван_нэгдүгээр_сар:k арван_хоердугаар_сар:l атр:~H/sah атырдьых_ыиа:h атырдьых_ыиын:h ауг:H
    аугуст:h ахс:~L/sah ахсынньы:l ақп:B ақпан:b балаҕан_ыиа:i балаҕан_ыиын:i бер:C березень:c березня:c блҕ:~I/sah
    бэс:~F/sah бэс_ыиа:f бэс_ыиын:f вер:I верасень:i верасня:i верасьня:i вересень:i вересня:i гру:L груд:L грудень:l
    грудня:l гуравдугаар_сар:c гыин:~A/tt гыинвар:a дек:l декабр:l декабры:l декабрь:l декабря:l декември:l дец:L
    децембар:l долоодугаар_сар:g дөрөвдүгээр_сар:d есдүгээр_сар:i жел:L желтоқсан:l жни:H жнивень:h жниуня:h жов:J
    жовт:J жовтень:j жовтня:j зургаадугаар_сар:f июл:g июлы:~g/os июль:g июля:g июн:f июны:~f/os июнь:f июня:f ијл:G
    ијн:F ијул:g ијун:f кас:J кастрычник:j кастрычника:j кви:D квит:D квитень:d квитня:d клн:~C/sah кра:D красавик:d
    красавика:d кулун_тутар:c лип:G липень:g липеня:g липня:g лис:K лист:K листапад:k листапада:k листопад:k
    листопада:k лют:B лютага:b лютии:b лютого:b люты:b маи:e маиы:~e/os мам:E мамыр:e мар:c март:c марта:c мартъи:c
    мартъииы:c мау:F маусым:f мая:e мај:e мсу:~D/sah муус_устар:d наимдугаар_сар:h нау:C наурыз:c недели:w неделя:w
    недеља:w недјеља:w нов:K новембар:k ное:K ноем:K ноември:k ноя:K нояб:K ноябр:k ноябры:k ноябрь:k ноября:k ној:K
    нојабр:k нэгдүгээр_сар:a окт:j октобар:j октомври:j октябр:j октябры:j октябрь:j октября:j октјабр:j олун:~B/sah
    олунньу:b от_ыиа:g от_ыиын:g оти:~G/sah сак:C сакавик:c сакавика:c седм:w седмица:w сен:I сент:I сентябр:i
    сентябры:i сентябрь:i сентября:i сентјабр:i сеп:I септ:I септембар:i септември:i сер:H серп:H серпень:h серпня:h
    сич:A сичень:a сичня:a сне:L снежань:l снежня:l сту:A студзень:a студзеня:a сьн:L сьнежань:l сьнежня:l сэт:~K/sah
    сэтинньи:k сәу:D сәуир:d тавдугаар_сар:e там:H тамыз:h тиждень:w тохс:~A/sah тохсунньу:a тра:E трав:E травень:e
    травня:e трауня:e феб:B фебруар:b фев:b февр:B феврал:b февралы:b февраль:b февраля:b февруари:b хоердугаар_сар:b
    чер:F черв:F червень:f червня:f чэр:F чэрвень:f чэрвеня:f шил:G шилде:g ыам:~E/sah ыам_ыиа:e ыам_ыиын:e юли:g
    юни:f янв:A январ:a январы:a январь:a января:a яну:A януари:a јан:a јанвар:a јануар:a јануари:a јул:g јули:g
    јун:f јуни:f қаз:J қазан:j қар:K қараша:k қаң:A қаңтар:a қыр:I қыркүиек:i ҳафта:w ապր:D ապրիլ:d ապրիլի:d դեկ:L
    դեկտեմբեր:l դեկտեմբերի:l հլս:G հնս:F հնվ:A հոկ:J հոկտեմբեր:j հոկտեմբերի:j հուլիս:g հուլիսի:g հունիս:f հունիսի:f
    հունվար:a հունվարի:a մայիս:e մայիսի:e մարտ:c մարտի:c մյս:E մրտ:C նոյ:K նոյեմբեր:k նոյեմբերի:k շաբաթ:w սեպ:I
    սեպտեմբեր:i սեպտեմբերի:i փետրվար:b փետրվարի:b փտվ:B օգոստոս:h օգոստոսի:h օգս:H אוגוסט:h אויג:~H/yi אויגוסט:h
    אוקטובר:j אפר:~D/yi אפריל:d אקט:~J/yi אקטאבער:j באוגוסט:h באוקטובר:j באפריל:d בדצמבר:l ביולי:g ביוני:f בינואר:a
    במאי:e במרץ:c בנובמבר:k בספטמבר:i בפברואר:b דעצ:~L/yi דעצעמבער:l דצמבר:l יאנ:~A/yi יאנואר:a יולי:g יוני:f ינואר:a
    מאי:e מיי:~e/yi מערץ:~c/yi מרץ:c נאוו:~K/yi נאוועמבער:k נובמבר:k סעפ:~I/yi סעפטעמבער:i ספטמבר:i פברואר:b
    פעב:~B/yi פעברואר:b שבוע:w اب:h ابان:^h ابريل:d اذار:c اذر:^i ارديبهشت:^b اسد:^e اسفند:^l اغسطس:h اغشت:h افريل:d
    اكت:J اكتبر:j اكتوبر:j الاسبوع:w اوت:h اوريل:d اونۍ:w ايار:e ايلول:i اپر:D اپريل:d اڤريل:d اڪٽوبر:j اګست:h اگس:H
    اگست:h اگسٽ:h اگوست:h بهمن:^k تشرين_الاول:j تشرين_الثاني:k تشريني_دووەم:k تشريني_يەكەم:j تله:^g تموز:g تير:^d
    تەمووز:g ثور:^b جانفي:a جانڤيە:a جدي:^j جمادي_الاخرة:*f جمادي_الاول:*e جمادي_الاولي:*e جمادي_الثاني:*f
    جماديالاول:*e جماديالثاني:*f جنو:A جنوري:a جوان:f جوزا:^c جول:G جولا:~g/lrc جولاء:g جولاي:g جولايي:g جون:f
    جويلية:g حزيران:f حمل:^a حوت:^l حوزەيران:f خرداد:^c دجمبر:l دجنبر:l دسامبر:l دسم:L دسمبر:l دلو:^k دي:^j ديسامر:l
    ديسمبر:l دېكابير:l ذو_الحجة:*l ذو_القعدة:*k ذوالحجۃ:*l ذوالقعدۃ:*k ذي_الحجة:*l ذي_القعدة:*k ذيحجه:*l ذيقعده:*k
    ر_بيع_الاول:*c ر_بيع_الثاني:*d ربيع_الاخر:*d ربيع_الاول:*c ربيع_الثاني:*D ربيعالاول:*c ربيعالثاني:*d رجب:*g
    رمضان:*i زمري:^e سبتمبر:i ستمبر:i سرطان:^d سلواغه:^k سنبله:^f سيپتامر:i سيپٽمبر:i سپت:I سپتامبر:i سپتمبر:i
    سېنتەبير:i سېپتمبر:i شباط:b شتمبر:i شتنبر:i شعبان:*h شهريور:^f شوال:*j شوبات:b صفر:*b عقرب:^h غبرگولي:^c غشت:h
    غويي:^b فبر:B فبراير:b فبروري:b فروردين:^a فروري:b فوريه:b فيبروري:b فيفري:b فيڤريە:b فېبروري:b فېۋرال:b قوس:^i
    كانون_الاول:l كانون_الثاني:a كانوني_يەكەم:l كانووني_دووەم:a كب:^l ليندۍ:^i لړم:^h مار:C مارت:~c/ug مارس:c مارچ:c
    ماي:e مايو:e محرم:*a مرداد:^e مرغومي:^j مه:e مهر:^g مي:e ميزان:^g ميي:e مۍ:e نوامبر:k نوفمبر:k نوم:K نومبر:k
    نونبر:k نويابير:k نوڤامر:k نيسان:d هفته:w هفتو:w وري:^a وږي:^f ياب:~h/ckb يازار:c يانۋار:a يايار:e ياپرېل:d
    ياۋغۇست:h يناير:a يوكتوڤر:j يوليه:g يوليو:g يوليوز:g يونيه:f يونيو:f يييۇل:g يييۇن:f يۆكتەبير:j يەيلوول:i
    چنگاښ:^d ڊسمبر:l ژانويه:a ژوين:f ژوييه:g ہفتہ:w अकतुम्बर:j अक्ट:~J/brx अक्ट_बर:j अक्टूबर:j अक्टोबर:j अक्तू:~J/doi
    अक्तूबर:j अक्तूबरमासः:j अग:H अगस्ट:h अगस्त:h अगस्तमासः:h अत्तूबर:j अप्रिल:d अप्रै:D अप्रैल:d अप्रैलमासः:d
    आग:~H/brx आगष्ट:h आठवडा:w एप्रि:D एप्रिल:d एप्री:D एप्रील:d ऑक्टो:J ऑक्टोबर:j ऑग:H ऑगस्ट:h जन:A जनवरी:a
    जनवरीमासः:a जान:~A/brx जानुवारी:a जाने:A जानेवारी:a जु:G जुन:f जुल:G जुलय:g जुला:G जुलाई:g जुलाईमासः:g जुलै:g
    जून:f जूनमासः:f डिसं:L डिसंबर:l डिसे:L डिसें:L डिसेंबर:l डिसेम्बर:l दसूमबर:l दिस:~L/doi दिसंबर:l दिसंबरमासः:l
    नव:~K/doi नवं:K नवंबर:k नवंबरमासः:k नवूमबर:k नवे:~K/brx नवेम्बर:k नो:K नोभेम्बर:k नोव्हें:K नोव्हेंबर:k फर:B
    फरवरी:b फरवरीमासः:b फेब:~B/brx फेब्रु:B फेब्रुअरी:b फेब्रुवारी:b फेब्रूवारी:b मई:e मईमासः:e मार्च:c मार्चमासः:c
    मार्चु:c मे:e मेई:~e/doi सतुंबर:i सप्टे:I सप्टें:I सप्टेंबर:i सप्तक:w सप्ताह:w सित:~I/doi सितंबर:i सितंबरमासः:i
    सेप:~I/brx सेप्टेम्बर:i सेप्थेम्बर:i हप्ता:w हफ्तो:w অক্টো:J অক্টোবর:j অক্টোবৰ:j আগ:H আগষ্ট:h আগস্ট:h
    এপ্রি:~D/mni এপ্রিল:d এপ্ৰিল:d ওক্টো:~J/mni ওক্টোবর:j ওগষ্ট:h ছেপ্তে:I ছেপ্তেম্বৰ:i জানু:A জানুযারী:a
    জানুৱারি:a জানুৱাৰী:a জুন:f জুলা:~G/mni জুলাই:g ডিচে:L ডিচেম্বৰ:l ডিসে:~L/mni ডিসেম্বর:l নবেম্বর:k নভে:~K/mni
    নভেম্বর:k নৱে:K নৱেম্বৰ:k ফেব:B ফেব্রু:~B/mni ফেব্রুযারী:b ফেব্রুৱারি:b ফেব্ৰু:B ফেব্ৰুৱাৰী:b মার:~C/mni মার্চ:c
    মাৰ্চ:c মে:e সপ্তাহ:w সেপ্ট:~I/mni সেপ্টেম্বর:i ਅਕਤੂ:J ਅਕਤੂਬਰ:j ਅਗ:H ਅਗਸਤ:h ਅਪ੍ਰੈ:D ਅਪ੍ਰੈਲ:d ਜਨ:A ਜਨਵਰੀ:a ਜੁਲਾ:G
    ਜੁਲਾਈ:g ਜੂਨ:f ਦਸੰ:L ਦਸੰਬਰ:l ਨਵੰ:K ਨਵੰਬਰ:k ਫਰ:B ਫਰਵਰੀ:b ਮਈ:e ਮਾਰਚ:c ਸਤੰ:I ਸਤੰਬਰ:i ਹਫਤਾ:w અઠવાડિયું:w એપ્રિલ:d
    ઑક્ટો:J ઑક્ટોબર:j ઑગસ્ટ:h જાન્યુ:A જાન્યુઆરી:a જુલાઈ:g જૂન:f ડિસે:L ડિસેમ્બર:l નવે:K નવેમ્બર:k ફેબ્રુ:B
    ફેબ્રુઆરી:b માર્ચ:c મે:e સપ્ટે:I સપ્ટેમ્બર:i ଅକ୍ଟୋବର:j ଅଗଷ୍ଟ:h ଅପ୍ରେଲ:d ଜାନୁଆରୀ:a ଜୁନ:f ଜୁଲାଇ:g ଡିସେମ୍ବର:l
    ନଭେମ୍ବର:k ଫେବୃଆରୀ:b ମଇ:e ମାର୍ଚ୍ଚ:c ସପ୍ତାହ:w ସେପ୍ଟେମ୍ବର:i அக்:J அக்டோபர்:j ஆக:H ஆகஸ்ட்:h ஏப்:D ஏப்ரல்:d செப்:I
    செப்டம்பர்:i ஜன:A ஜனவரி:a ஜூன்:f ஜூலை:g டிச:L டிசம்பர்:l நவ:K நவம்பர்:k பிப்:B பிப்ரவரி:b மார்:C மார்ச்:c மே:e
    வாரம்:w అక్టో:J అక్టోబర్:j ఆగ:H ఆగస్టు:h ఏప్రి:D ఏప్రిల్:d జన:A జనవరి:a జులై:g జూన్:f డిసెం:L డిసెంబర్:l నవం:K
    నవంబర్:k ఫిబ్ర:B ఫిబ్రవరి:b మార్చి:c మే:e వారము:w సెప్టెం:I సెప్టెంబర్:i ಅಕ್ಟೋ:J ಅಕ್ಟೋಬರ್:j ಆಗ:H ಆಗಸ್ಟ್:h
    ಏಪ್ರಿ:D ಏಪ್ರಿಲ್:d ಜನ:A ಜನವರಿ:a ಜುಲೈ:g ಜೂನ್:f ಡಿಸೆಂ:L ಡಿಸೆಂಬರ್:l ನವೆಂ:K ನವೆಂಬರ್:k ಫೆಬ್ರ:B ಫೆಬ್ರವರಿ:b ಮಾರ್ಚ್:c
    ಮೇ:e ಸೆಪ್ಟೆಂ:I ಸೆಪ್ಟೆಂಬರ್:i ആഴ്ച:w ഏപ്രി:D ഏപ്രിൽ:d ഒക്ടോ:J ഒക്ടോബർ:j ഓഗ:H ഓഗസ്റ്റ്:h ജനു:A ജനുവരി:a ജൂലൈ:g
    ജൂൺ:f ഡിസം:L ഡിസംബർ:l നവം:K നവംബർ:k ഫെബ്രു:B ഫെബ്രുവരി:b മാർ:C മാർച്ച്:c മേയ്:e സെപ്റ്റം:I സെപ്റ്റംബർ:i අගෝ:H
    අගෝස්තු:h අප්රේල්:d ඔක්:J ඔක්තෝබර්:j ජන:A ජනවාරි:a ජූනි:f ජූලි:g දෙසැ:L දෙසැම්බර්:l නොවැ:K නොවැම්බර්:k
    පෙබ:B පෙබරවාරි:b මාර්:C මාර්තු:c මැයි:e සතිය:w සැප්:I සැප්තැම්බර්:i ก_ค:G ก_พ:B ก_ย:I กรกฎาคม:g กันยายน:i
    กุมภาพันธ์:b ต_ค:J ตุลาคม:j ธ_ค:L ธันวาคม:l พ_ค:E พ_ย:K พฤศจิกายน:k พฤษภาคม:e ม_ค:A มกราคม:a มิ_ย:F มิถุนายน:f
    มี_ค:C มีนาคม:c ส_ค:H สัปดาห์:w สิงหาคม:h เม_ย:D เมษายน:d ກ_ຍ:I ກ_ພ:B ກ_ລ:G ກັນຍາ:i ກຸມພາ:b ກໍລະກົດ:g ຕ_ລ:J
    ຕຸລາ:j ທ_ວ:L ທັນວາ:l ພ_ຈ:K ພ_ພ:E ພະຈິກ:k ພຶດສະພາ:e ມ_ກ:A ມ_ນ:C ມ_ສ:D ມັງກອນ:a ມິ_ຖ:F ມິຖຸນາ:f ມີນາ:c ສ_ຫ:H
    ສິງຫາ:h ອາທິດ:w ເມສາ:d စက်:I စက်တင်ဘာ:i ဇန်:A ဇန်နဝါရီ:a ဇူ:G ဇူလိုင်:g ဇွန်:f ဒီ:L ဒီဇင်ဘာ:l နို:K နိုဝင်ဘာ:k
    ဖေ:B ဖေဖော်ဝါရီ:b မတ်:c မေ:e အောက်:J အောက်တိုဘာ:j ဧပြီ:d ဩဂုတ်:h აგვ:H აგვისტო:h აპრ:D აპრილი:d დეკ:L დეკემბერი:l
    თებ:B თებერვალი:b იან:A იანვარი:a ივლ:G ივლისი:g ივნ:F ივნისი:f კვირა:w მაი:E მაისი:e მარ:C მარტი:c ნოე:K
    ნოემბერი:k ოქტ:J ოქტომბერი:j სექ:I სექტემბერი:i ለካ:~B/ti ለካቲት:~b/ti ሓም:~G/ti ሓምለ:~g/ti ሕዳ:~K/ti ሕዳር:~k/ti
    መስ:~I/ti መስከረም:i መጋ:~C/ti መጋቢት:~c/ti ሚያ:~D/ti ሚያዝያ:~d/ti ማርች:c ሜይ:e ሰነ:~f/ti ሳምንት:w ሴፕቴ:I ሴፕቴምበር:i ታሕ:~L/ti
    ታሕሳስ:~l/ti ነሓ:~H/ti ነሓሰ:~h/ti ኖቬም:K ኖቬምበር:k ኤፕሪ:D ኤፕሪል:d ኦክቶ:J ኦክቶበር:j ኦገስ:H ኦገስት:h ዲሴም:L ዲሴምበር:l ጁላይ:g ጁን:f
    ጃንዩ:A ጃንዩወሪ:a ግን:~E/ti ግንቦት:~e/ti ጥሪ:~a/ti ጥቅ:~J/ti ጥቅምቲ:~j/ti ፌብሩ:B ፌብሩወሪ:b កក្កដា:g កញ្ញា:i កុម្ភៈ:b តុលា:j
    ធ្នូ:l មករា:a មិថុនា:f មីនា:c មេសា:d វិច្ឆិកា:k សប្ដាហ៍:w សីហា:h ឧសភា:e ᱚᱠᱴ:~J/sat ᱚᱠᱴᱚᱵᱟᱨ:j ᱟᱜᱟ:~H/sat ᱟᱜᱟᱥᱛ:h
    ᱟᱯᱨ:~D/sat ᱟᱯᱨᱮᱞ:d ᱡᱟᱱ:~A/sat ᱡᱟᱱᱣᱟᱨᱤ:a ᱡᱩᱞ:~G/sat ᱡᱩᱞᱟᱭ:g ᱡᱩᱱ:~f/sat ᱢᱟᱨ:~C/sat ᱢᱟᱨᱪ:~c/sat ᱢᱮ:~e/sat ᱥᱮᱯ:~I/sat
    ᱥᱮᱯᱴᱮᱢᱵᱟᱨ:i ᱫᱤᱥ:~L/sat ᱫᱤᱥᱟᱢᱵᱟᱨ:l ᱯᱷᱟ:~B/sat ᱯᱷᱟᱨᱣᱟᱨᱤ:b ᱱᱟᱣ:~K/sat ᱱᱟᱣᱟᱢᱵᱟᱨ:k ⴱⵕⴰ:~B/shi,zgh ⴱⵕⴰⵢⵕ:b
    ⴷⵓⵊ:~L/shi,zgh ⴷⵓⵊⴰⵏⴱⵉⵔ:l ⴽⵜⵓ:~J/shi,zgh ⴽⵜⵓⴱⵔ:j ⵉⴱⵔ:~D/shi,zgh ⵉⴱⵔⵉⵔ:d ⵉⵏⵏ:~A/shi,zgh ⵉⵏⵏⴰⵢⵔ:a ⵎⴰⵕ:~C/shi,zgh
    ⵎⴰⵕⵚ:~c/shi,zgh ⵎⴰⵢ:~E/shi,zgh ⵎⴰⵢⵢⵓ:e ⵏⵓⵡ:~K/shi,zgh ⵏⵓⵡⴰⵏⴱⵉⵔ:k ⵖⵓⵛ:~H/shi,zgh ⵖⵓⵛⵜ:~h/shi,zgh ⵛⵓⵜ:~I/shi,zgh
    ⵛⵓⵜⴰⵏⴱⵉⵔ:i ⵢⵓⵍ:~G/shi,zgh ⵢⵓⵍⵢⵓⵣ:g ⵢⵓⵏ:~F/shi,zgh ⵢⵓⵏⵢⵓ:f ꃘꆪ:~f/ii ꇖꆪ:~d/ii ꈬꆪ:~i/ii ꉆꆪ:~h/ii ꉬꆪ:~e/ii ꊰꆪ:~j/ii
    ꊰꊪꆪ:~k/ii ꊰꑋꆪ:~l/ii ꋍꆪ:~a/ii ꌕꆪ:~c/ii ꏃꆪ:~g/ii ꑍꆪ:~b/ii ꔞꘋ:~K/vai ꔞꘋꕔꕿ_ꕸꖃꗏ:k ꕒꕡ:~B/vai ꕒꕡꖝꖕ:~b/vai ꕢꕌ:~i/vai
    ꕭꖃ:~j/vai ꕾꖺ:~c/vai ꖑꕱ:~e/vai ꖢꖕ:~d/vai ꖨꖕ_ꕪꕴ_ꔞꔀꕮꕊ:a ꖨꖕ_ꕪꕴ_ꗏꖺꕮꕊ:l ꖨꖕꔞ:~A/vai ꖨꖕꗏ:~L/vai ꖱꕞ:~G/vai ꖱꕞꔤ:~g/vai
    ꖱꘋ:~f/vai ꗛꔕ:~h/vai ꭰꮒ:E ꭰꮒꮝꭼꮨ:e ꭰꮕ:C ꭰꮕᏹ:c ꭴꮓ:A ꭴꮓꮈꮤꮕ:a ꭵꮝ:L ꭵꮝꭹᏹ:l ꭶꮆ:H ꭶꮆꮒ:h ꭷꭶ:B ꭷꭶꮅ:b ꭷꮼ:D ꭷꮼꮒ:d ꭻᏸ:G ꭻᏸꮙꮒ:g
    ꮕꮣ:K ꮕꮣꮥꮖ:k ꮢꮎꮩꮣꮖꮝꮧ:w ꮥꭽ:F ꮥꭽꮇᏹ:f ꮪꮅ:I ꮪꮅꮝꮧ:i ꮪꮒ:J ꮪꮒꮕꮧ:j 𑄃𑄉𑄧𑄌𑄴𑄑𑄴:h 𑄃𑄧𑄇𑄴𑄑𑄬𑄝𑄧𑄢𑄴:j 𑄃𑄧𑄇𑄴𑄑𑄮𑄝𑄧𑄢𑄴:j 𑄃𑄬𑄛𑄳𑄢𑄨𑄣𑄴:d
    𑄎𑄚𑄪:~A/ccp 𑄎𑄚𑄪𑄠𑄢𑄨:a 𑄎𑄪𑄚𑄴:~f/ccp 𑄎𑄪𑄣𑄭:~g/ccp 𑄓𑄨𑄥𑄬𑄟𑄴𑄝𑄢𑄴:~L/ccp 𑄓𑄨𑄥𑄬𑄟𑄴𑄝𑄧𑄢𑄴:l 𑄚𑄧𑄞𑄬𑄟𑄴𑄝𑄧𑄢𑄴:k 𑄜𑄬𑄛𑄴:~B/ccp 𑄜𑄬𑄛𑄴𑄝𑄳𑄢𑄪𑄠𑄢𑄨:b
    𑄟𑄢𑄴𑄌𑄧:c 𑄟𑄬:~e/ccp 𑄥𑄬𑄛𑄴𑄑𑄬𑄟𑄴𑄝𑄧𑄢𑄴:i 𞤣𞤵𞥅𞤶:E 𞤣𞤵𞥅𞤶𞤮:e 𞤥𞤮𞤪:G 𞤥𞤮𞤪𞤧𞤮:g 𞤦𞤮𞤱:L 𞤦𞤮𞤱𞤼𞤮:l 𞤧𞤫𞥅𞤼:D 𞤧𞤫𞥅𞤼𞤮:d 𞤧𞤭𞤤:I 𞤧𞤭𞤤𞤼𞤮:i 𞤧𞤭𞥅𞤤:A
    𞤧𞤭𞥅𞤤𞤮:a 𞤲𞤦𞤮𞥅𞤴:C 𞤲𞤦𞤮𞥅𞤴𞤮:c 𞤳𞤮𞤪:F 𞤳𞤮𞤪𞤧𞤮:f 𞤴𞤢𞤪:J 𞤴𞤢𞤪𞤳𞤮:j 𞤴𞤮𞤲𞤼𞤫𞤪𞤫:w 𞤶𞤮𞤤:K 𞤶𞤮𞤤𞤮:k 𞤶𞤵𞤳:H 𞤶𞤵𞤳𞤮:h 𞤷𞤮𞤤:B 𞤷𞤮𞤤𞤼𞤮:b
    """

/// The languages in which one name means different months.
let contestedLanguages: StaticString = "ca cs hr pl yo"

/// The most characters of a word of a name.
let longestMonthWord = 23

/// Small letters, in the order of their bytes, and what they are without their marks.
let letterTable: StaticString = """
    ß:ss à:a á:a â:a ã:a ä:a å:a æ:ae ç:c è:e é:e ê:e ë:e ì:i í:i î:i ï:i ñ:n ò:o ó:o ô:o õ:o ö:o ø:o ù:u ú:u û:u ü:u
    ý:y ÿ:y ā:a ă:a ą:a ć:c ĉ:c ċ:c č:c ď:d đ:d ē:e ĕ:e ė:e ę:e ě:e ĝ:g ğ:g ġ:g ģ:g ĥ:h ĩ:i ī:i ĭ:i į:i ı:i ĵ:j ķ:k
    ĺ:l ļ:l ľ:l ł:l ń:n ņ:n ň:n ō:o ŏ:o ő:o œ:oe ŕ:r ŗ:r ř:r ś:s ŝ:s ş:s š:s ţ:t ť:t ũ:u ū:u ŭ:u ů:u ű:u ų:u ŵ:w ŷ:y
    ź:z ż:z ž:z ơ:o ư:u ǎ:a ǐ:i ǒ:o ǔ:u ǖ:u ǘ:u ǚ:u ǜ:u ǟ:a ǡ:a ǣ:ae ǧ:g ǩ:k ǫ:o ǭ:o ǯ:ʒ ǰ:j ǵ:g ǹ:n ǻ:a ǽ:ae ǿ:o ȁ:a
    ȃ:a ȅ:e ȇ:e ȉ:i ȋ:i ȍ:o ȏ:o ȑ:r ȓ:r ȕ:u ȗ:u ș:s ț:t ȟ:h ȧ:a ȩ:e ȫ:o ȭ:o ȯ:o ȱ:o ȳ:y ʹ:ʹ ΐ:ι ά:α έ:ε ή:η ί:ι ΰ:υ
    ς:σ ϊ:ι ϋ:υ ό:ο ύ:υ ώ:ω ϓ:ϒ ϔ:ϒ й:и ѐ:е ё:е ѓ:г і:и ї:и ќ:к ѝ:и ў:у ѷ:ѵ ґ:г ӂ:ж ӑ:а ӓ:а ӗ:е ӛ:ә ӝ:ж ӟ:з ӣ:и ӥ:и
    ӧ:о ӫ:ө ӭ:э ӯ:у ӱ:у ӳ:у ӵ:ч ӹ:ы آ:ا أ:ا ؤ:و إ:ا ئ:ي ى:ي ک:ك ۀ:ە ۂ:ہ ی:ي ۓ:ے ऩ:न ऱ:र ऴ:ळ क़:क ख़:ख ग़:ग ज़:ज ड़:ड ढ़:ढ
    फ़:फ य़:य ড়:ড ঢ়:ঢ য়:য ਲ਼:ਲ ਸ਼:ਸ ਖ਼:ਖ ਗ਼:ਗ ਜ਼:ਜ ਫ਼:ਫ ḁ:a ḃ:b ḅ:b ḇ:b ḉ:c ḋ:d ḍ:d ḏ:d ḑ:d ḓ:d ḕ:e ḗ:e ḙ:e ḛ:e ḝ:e ḟ:f ḡ:g
    ḣ:h ḥ:h ḧ:h ḩ:h ḫ:h ḭ:i ḯ:i ḱ:k ḳ:k ḵ:k ḷ:l ḹ:l ḻ:l ḽ:l ḿ:m ṁ:m ṃ:m ṅ:n ṇ:n ṉ:n ṋ:n ṍ:o ṏ:o ṑ:o ṓ:o ṕ:p ṗ:p ṙ:r
    ṛ:r ṝ:r ṟ:r ṡ:s ṣ:s ṥ:s ṧ:s ṩ:s ṫ:t ṭ:t ṯ:t ṱ:t ṳ:u ṵ:u ṷ:u ṹ:u ṻ:u ṽ:v ṿ:v ẁ:w ẃ:w ẅ:w ẇ:w ẉ:w ẋ:x ẍ:x ẏ:y ẑ:z
    ẓ:z ẕ:z ẖ:h ẗ:t ẘ:w ẙ:y ẛ:ſ ạ:a ả:a ấ:a ầ:a ẩ:a ẫ:a ậ:a ắ:a ằ:a ẳ:a ẵ:a ặ:a ẹ:e ẻ:e ẽ:e ế:e ề:e ể:e ễ:e ệ:e ỉ:i
    ị:i ọ:o ỏ:o ố:o ồ:o ổ:o ỗ:o ộ:o ớ:o ờ:o ở:o ỡ:o ợ:o ụ:u ủ:u ứ:u ừ:u ử:u ữ:u ự:u ỳ:y ỵ:y ỷ:y ỹ:y
    """
