import type { ComponentProps } from "react";
import { useLocation } from "react-router";

/** Posts to its page without the fragment, which would keep browsers from focusing a refusal (RULES.md 12.6). */
export function PostForm(props: ComponentProps<"form">) {
  const { pathname, search } = useLocation();
  return <form method="post" action={pathname + search} {...props} />;
}
