import type { ComponentProps } from "react";
import { useLocation } from "react-router";

/** A form that posts to its page, without the fragment of the address: with one, browsers would focus nothing of the answer, a refusal neither (RULES.md 4.2). */
export function PostForm(props: ComponentProps<"form">) {
  const { pathname, search } = useLocation();
  return <form method="post" action={pathname + search} {...props} />;
}
