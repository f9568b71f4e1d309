import { useEffect, useState } from "react";
import { createPortal } from "react-dom";

/** Shows its content at the head of the modal dialog while there is one: all outside is inert then, for eyes and ears. */
export function InFront({ children }: { children: React.ReactNode }) {
  const [modal, setModal] = useState<Element | null>(null);
  useEffect(() => {
    // By the next frame what opens or closes with this has done so.
    const look = () => setModal(document.querySelector("dialog:modal .front"));
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, []);
  return modal?.isConnected ? createPortal(children, modal) : children;
}
