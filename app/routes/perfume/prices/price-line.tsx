import { useTranslations } from "#app/i18n/translations.ts";
import { Link } from "#app/ui/link.tsx";
import { type PageAddress, withQuery } from "../page-address.ts";
import type { Searches } from "./look-for.ts";

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
  /** price of 100 ml, where it sorts */
  per?: string;
}

export type PriceOnCard = Omit<PresentedPrice, "date">;

interface PriceLinks {
  bottle: { id: number; nombre: string };
  page: PageAddress & { prices?: { bottle: { id: number } } };
}

/** Opens and closes the bottle's prices (RULES.md 4.9). @param props.anchor where they are shown: "#prices" */
export function Amount({
  bottle,
  page,
  price,
  anchor,
}: PriceLinks & { price: Pick<PresentedPrice, "amount">; anchor: string }) {
  const { t } = useTranslations();
  const isOpen = page.prices?.bottle.id === bottle.id;
  return (
    <Link className="amount" to={withQuery(page, isOpen ? "" : `prices=${bottle.id}`, anchor)}>
      {price.amount}
      {isOpen && <span className="unseen">{t("price.hide")}</span>}
    </Link>
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

/** Shops where a bottle without a price can be looked for (RULES.md 4.3). */
export function LookFor({ text, shops }: Searches) {
  return (
    <p className="cast look-for">
      {text}
      {shops.map((shop) => (
        <Shop key={shop.link} {...shop} />
      ))}
    </p>
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

export function Tell({ bottle, page }: PriceLinks) {
  const { t } = useTranslations();
  return (
    <Link to={withQuery(page, `price=${bottle.id}`, "#price")} inPlace>
      {t("price.tell")}
    </Link>
  );
}
