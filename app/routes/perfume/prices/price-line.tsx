import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";
import { type PageAddress, withQuery } from "../page-address.ts";

export interface PresentedPrice {
  amount: string;
  size: string;
  shop: string;
  date: string;
  /** https; absent unless the shop is known */
  link?: string;
  affiliate?: true;
  /** how much cheaper per ml than the original */
  saved?: string;
  /** price of 100 ml, where it sorts or nothing is saved */
  per?: string;
}

/** Read from the amount, because the page's currency can differ from the language's (RULES.md 4.7). */
const currencyOf = (amount: string) => amount.replace(/[^\p{L}\p{Sc}]/gu, "");

interface PriceLinks {
  bottle: { id: number; nombre: string };
  page: PageAddress;
}

/** The amount links to all prices, the shop's name to the shop, the plus sign to the form (RULES.md 4.5). */
export function PriceLine({
  price,
  anchor,
  open,
  ...links
}: PriceLinks & {
  price: PresentedPrice;
  /** where the prices are shown: "#prices" */
  anchor: string;
  /** whether the prices are open */
  open: boolean;
}) {
  const { t } = useTranslations();
  const { bottle, page } = links;
  return (
    <>
      <Link
        className="amount"
        to={withQuery(page, open ? "" : `prices=${bottle.id}`, anchor)}
        preventScrollReset
      >
        {price.amount}
        {open && <span className="unseen">{t("price.hide")}</span>}
      </Link>
      {` · ${price.size} · `}
      <Shop {...price} />
      {` · ${price.date} `}
      <span className="per soft">
        {price.saved !== undefined && <b>{`${price.saved} `}</b>}
        {price.per}
      </span>
      <Tell {...links} sign={`+ ${currencyOf(price.amount)}`} />
    </>
  );
}

/** A shop's name, linked when the shop is known (RULES.md 4.3). */
export function Shop({
  shop,
  link,
  affiliate,
}: Pick<PresentedPrice, "shop" | "link" | "affiliate">) {
  const { t } = useTranslations();
  if (link === undefined) return <span className="shop">{shop}</span>;
  return (
    <>
      <a className="shop" href={link} rel="sponsored nofollow noopener" target="_blank">
        {shop}
      </a>
      {affiliate && <small className="soft">{t("price.affiliate")}</small>}
    </>
  );
}

/** The dupe's affiliate link, with the note that it is one (RULES.md 1.8). */
export function Offer({ link }: { link: string }) {
  const { t } = useTranslations();
  return (
    <>
      <Shop shop={t("perfume.shop")} link={link} />{" "}
      <small className="soft">{t("perfume.shopNote")}</small>
    </>
  );
}

/** @param props.sign shown instead of the words */
export function Tell({ bottle, page, sign }: PriceLinks & { sign?: string }) {
  const { t } = useTranslations();
  return (
    <Link
      className="tell"
      to={withQuery(page, `price=${bottle.id}`, "#price")}
      {...(sign && { "aria-label": t("price.tell") })}
      preventScrollReset
    >
      {sign ?? t("price.tell")}
    </Link>
  );
}
