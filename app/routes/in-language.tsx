import { Outlet } from "react-router";

export default function InLanguage() {
  return <Outlet />;
}
