import type { PhoneFirstStart } from '@sidetone/contract/entities/phone-setup.ts';
import { TriangleAlert } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { CopyField } from '../CopyField.tsx';
import { formatMoment } from '../format.ts';

/** What a phone is given once, so that it fetches its settings; it is shown only right after it was made. */
export function FirstStart({ start }: { start: PhoneFirstStart }) {
  const { t, language } = useWords();
  return (
    <div className="grid gap-3">
      <p role="status" className="flex items-start gap-2 rounded-s bg-ring-tint px-3 py-2 text-ring">
        <Icon of={TriangleAlert} className="mt-0.5" />
        {t(($) => $.admin.phoneSetup.once)}
      </p>
      <p className="text-12 text-ink-3">
        {t(($) => $.admin.phoneSetup.addressText, { until: formatMoment(start.waitsUntil, language) })}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={start.address} label={t(($) => $.admin.phoneSetup.picture)} />
        {/* Large, since it is typed with the keys of a telephone. */}
        <p className="min-w-0 flex-1 basis-48 break-all font-med text-20">{start.address}</p>
      </div>
      <CopyField label={t(($) => $.admin.phoneSetup.address)} value={start.address} />
      <div>
        <div className="text-12 text-ink-3">{t(($) => $.admin.phoneSetup.dhcp)}</div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the panel is scrolled by keys, too */}
        <pre tabIndex={0} className="overflow-x-auto rounded-s bg-well px-3 py-2 text-12">
          {start.dhcp}
        </pre>
      </div>
    </div>
  );
}
