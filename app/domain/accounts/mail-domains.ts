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
/** Domains are registered below these; in other countries, "gob" and the like are a domain that anybody could register. */
const sharedEnds = new RegExp(
  [
    "(?:ac|co|com|edu|gov|net|org)[.][a-z]{2}",
    "gob[.](?:ar|bo|cl|do|ec|es|gt|hn|mx|ni|pa|pe|pk|sv|ve)",
    "gouv[.](?:bj|ci|fr|ht|km|ml|rw|sn)",
    "ne[.](?:jp|ke|kr|tz|ug)",
    "nom[.](?:ad|br|co|es|fr|km|mg|ni|pa|pe|pl|re|ro|tm|za)",
    "or[.](?:at|bi|ci|cr|id|it|jp|ke|kr|mu|na|th|tz|ug)",
  ]
    .map((end) => `^${end}$`)
    .join("|"),
  "u",
);

/** The domain that somebody had to register, because subdomains cost nothing; null for a large provider's (RULES.md 5.7, 5.8). */
export function ownMailDomain(email: string): string | null {
  const mailbox = mailboxOf(email);
  const labels = mailbox.slice(mailbox.lastIndexOf("@") + 1).split(".");
  const isShared = sharedEnds.test(labels.slice(-2).join("."));
  const domain = labels.slice(isShared ? -3 : -2).join(".");
  return largeProviders.has(domain) ? null : domain;
}
