import type { SipSettings as Settings } from '@sidetone/contract/entities/admin-device.ts';
import { TriangleAlert } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { CopyField } from '../CopyField.tsx';
import { OnlyHere } from '../OnlyHere.tsx';

/** The settings to type into a desk phone. They contain the password only right after it was made. */
export function SipSettings({ settings }: { settings: Settings }) {
  const { t } = useWords();
  return (
    <div className="grid gap-4">
      {settings.password === null ? null : (
        <p className="flex items-start gap-2 rounded-s bg-ring-tint px-3 py-2 text-ring">
          <Icon of={TriangleAlert} className="mt-0.5" />
          {t(($) => $.admin.phones.passwordOnce)}
        </p>
      )}
      <OnlyHere reach={settings.reach} about="phone" />
      <CopyField label={t(($) => $.admin.phones.server)} value={settings.server} />
      <CopyField label={t(($) => $.admin.phones.username)} value={settings.username} />
      {settings.password === null ? null : (
        <CopyField label={t(($) => $.admin.phones.password)} value={settings.password} />
      )}
      <dl className="grid grid-cols-[172px_1fr] gap-y-2">
        <dt className="text-ink-3">{t(($) => $.admin.phones.transports)}</dt>
        <dd>{settings.transports.map(({ transport, port }) => `${transport.toUpperCase()} ${port}`).join(', ')}</dd>
        <dt className="text-ink-3">{t(($) => $.admin.phones.realm)}</dt>
        <dd>{settings.realm}</dd>
        <dt className="text-ink-3">{t(($) => $.admin.phones.codecs)}</dt>
        <dd>{settings.codecs.join(', ')}</dd>
      </dl>
    </div>
  );
}
