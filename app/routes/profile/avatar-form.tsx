import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { Profile } from "#app/domain/accounts/profiles.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { Controls } from "#app/ui/submit.tsx";

/** The preview of a chosen photo is scaled to about `target` px, within these bounds (RULES.md 9.9). */
const target = 500;
const [smallestScale, largestScale] = [0.8, 2];

export function AvatarForm({ profile }: { profile: Profile }) {
  const { t } = useTranslations();
  const { formData } = useNavigation();
  const sending = formData?.get("avatar") != null;
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => () => (chosen === null ? undefined : URL.revokeObjectURL(chosen)), [chosen]);
  return (
    <Form method="post" encType="multipart/form-data" className="form label photo" noValidate>
      <Controls name={t("profile.photo")} sending={sending}>
        <Avatar url={profile.avatarUrl} name={profile.username ?? profile.fullName} size={96} />
        <div className="field">
          <label htmlFor="avatar">
            <Icon name="camera" />
            {t("profile.photo")}
          </label>{" "}
          <span className="small soft" id="avatar-hint">
            {t("profile.photoHint")}
          </span>{" "}
          <input
            id="avatar"
            name="avatar"
            type="file"
            required
            accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
            aria-describedby="avatar-hint"
            onChange={({ currentTarget: { files } }) =>
              setChosen(files?.[0] ? URL.createObjectURL(files[0]) : null)
            }
          />
        </div>
        {chosen !== null && <Preview key={chosen} url={chosen} />}
        <input type="hidden" name="intent" value="avatar" />
        <button className="button" disabled={sending}>
          {t(sending ? "profile.uploading" : "profile.uploadPhoto")}
        </button>
      </Controls>
    </Form>
  );
}

function Preview({ url }: { url: string }) {
  const { t } = useTranslations();
  const [width, setWidth] = useState<number>();
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <p className="preview" role="status">
        {t("profile.noPreview")}
      </p>
    );
  return (
    <img
      className="preview"
      src={url}
      alt={t("profile.preview")}
      width={width}
      onLoad={({ currentTarget: { naturalWidth } }) => {
        const scale = Math.min(Math.max(target / naturalWidth, smallestScale), largestScale);
        setWidth(Math.round(naturalWidth * scale));
      }}
      onError={() => setFailed(true)}
    />
  );
}
