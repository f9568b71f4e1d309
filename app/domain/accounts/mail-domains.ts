import { mailboxOf } from "./mailboxes.ts";

/** Each with the ends of its own domains: anybody can register another one. */
const inCountries: Record<string, string> = {
  hotmail: "com ca ch cl es fr de it be nl se co.uk com.ar com.br com.mx",
  outlook: "com es fr de it pt at be cl ie dk com.ar com.br com.au",
  live: "com fr de it nl be ca cl at ie se dk no co.uk com.ar com.mx com.pt com.au",
  yahoo:
    "com es fr de it pt at be ca ch ie nl se pl ro gr in co.uk co.in co.jp com.ar com.au com.br com.co com.mx com.pe com.ve",
  gmx: "com de net at ch fr es us co.uk",
  yandex: "com ru by kz ua com.tr",
};
const largeProviders = new Set(
  `gmail.com googlemail.com icloud.com me.com mac.com msn.com ymail.com rocketmail.com aol.com aol.de aol.fr aol.it
  proton.me protonmail.com pm.me fastmail.com fastmail.fm mail.com zoho.com zohomail.com ya.ru mail.ru
  tutanota.com tutanota.de tuta.io posteo.de mailbox.org
  web.de t-online.de freenet.de arcor.de online.de vodafone.de aon.at chello.at bluewin.ch hispeed.ch
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr numericable.fr aliceadsl.fr club-internet.fr
  libero.it virgilio.it tiscali.it tin.it alice.it tim.it fastwebnet.it email.it inwind.it iol.it
  sapo.pt iol.pt netcabo.pt telefonica.net movistar.es terra.es ono.com orange.es
  uol.com.br bol.com.br terra.com.br ig.com.br globo.com skynet.be telenet.be ziggo.nl kpnmail.nl
  btinternet.com sky.com comcast.net verizon.net att.net sbcglobal.net wp.pl o2.pl onet.pl seznam.cz
  qq.com 163.com 126.com naver.com`
    .split(/\s+/u)
    .concat(
      Object.entries(inCountries).flatMap(([name, ends]) =>
        ends.split(" ").map((end) => `${name}.${end}`),
      ),
    ),
);
/** Countries with domains below "com", "edu", "gov", "net" and "org" (publicsuffix.org, 2026). */
const inAll = `ac af al ar au az ba bb bd bh bm bn br bs bt bz ck cn co dm do dz ec eg er et fj fk ge gh gn gr gu gy hk in io
  iq jm jo kg kh ki kw kz la lb lc lk lr lv ly mk ml mm mo ms mv mw my ng np nr om pg ph pk pl pr ps pt py qa sa
  sb sc sd sg sl so ss sy tj tm to tr tt tw ua vc ve vn ws ye zm`;
/** Countries with domains below these; elsewhere "co.xx" and the like are a domain that anybody could register. */
const sharedIn: Record<string, string> = {
  ac: `ae at bd be bw ci ck cn cr cy eg er fj fk gn id il im in ir jm jp ke kr lk ls ma me ml mm mu mw mz ni np nz pa
    pg pk pr rs rw se sz th tz ug uk vn za zm zw`,
  co: `ae ag am ao at az bb bd bi bj bw bz ci ck cl cm cr dm er fk gg gl gy hu id il im in io ir it je jm jp ke kr lc
    ls ma me mg mm mu mw mz na ni np nz om pg pn rs rw ss st sz th tj tm tt tz ug uk us uz ve vi za zm zw`,
  com: `${inAll} ag ai am aw bi bj bo by ci cm cu cv cw cy ee es fm fr gi gl gp gt hn hr ht im km kp ky mg mt mu mx na
    nf ni pa pe pf re ro sh sn st sv tn ug uy uz vi vu`,
  edu: `${inAll} ao bi bj bo ci cu cv cw ee es fm gd gi gl gp gt hn ht it km kn kp ky ls me mg mn mt mx mz ni pa pe pf
    pn rs sn st sv ug uy vg vu za`,
  gov: `${inAll} ae ao as bf bw by cd cl cm cx cy cz ee gd gi ie il ir it km kn kp ls lt ma me mg mn mr mu mz na pn pw
    rs rw sh sx tl tn ug uk za zw`,
  net: `${inAll} ae ag ai am bj bo bw ci cm cu cv cw cy fm gg gl gp gt hn ht id il im ir je kn ky ls ma me mt mu mx mz
    na nf ni nz pa pe pn rw sh st th tn uk uy uz vi vu za`,
  org: `${inAll} ae ag ai am ao bi bj bo bw ci cu cv cw cy ee es fm gg gi gl gp gt hn ht hu il im ir je km kn kp ky ls
    ma me mg mn mt mu mx mz na ni nz pa pe pf pn ro rs rw se sh sk sn st sv sz tn ug uk uy uz vi vu za zw`,
  gob: "ar bo ck cl cu do ec er es fk gt hn jm mm mx ni np pa pe pg pk sv ve",
  gouv: "ci ck er fk fr ht jm km ml mm np pg sn",
  ne: "ck er fk jm jp ke kr mm np pg tz ug us",
  nom: "ag ck co er es fk fr io jm km mg mm nc ni np pa pe pg pl ro tm ve za",
  or: "at bi ci ck cr er fk id it jm jp ke kr mm mu np pg th tz ug us",
};
const sharedEnds = new Set(
  Object.entries(sharedIn).flatMap(([name, countries]) =>
    countries.split(/\s+/u).map((country) => `${name}.${country}`),
  ),
);

/** The domain that somebody had to register, because subdomains cost nothing; null for a large provider's (RULES.md 5.7, 5.8). */
export function ownMailDomain(email: string): string | null {
  const mailbox = mailboxOf(email);
  const host = mailbox.slice(mailbox.lastIndexOf("@") + 1);
  if (largeProviders.has(host)) return null;
  const labels = host.split(".");
  return labels.slice(sharedEnds.has(labels.slice(-2).join(".")) ? -3 : -2).join(".");
}
