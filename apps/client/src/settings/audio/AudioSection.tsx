import { useWords } from '#i18n/use-words.ts';
import { SettingsPage } from '../SettingsPage.tsx';
import type { SectionProps } from '../section-props.ts';
import { AdditionalRow } from './AdditionalRow.tsx';
import { HeadsetRow } from './HeadsetRow.tsx';
import { InputRow } from './InputRow.tsx';
import { OutputRow } from './OutputRow.tsx';
import { PermissionBanners } from './PermissionBanners.tsx';
import { Processing } from './Processing.tsx';
import { RingtoneRow } from './RingtoneRow.tsx';

/** Devices, sounds and their processing in this browser. Changes apply immediately, to running calls too. */
export function AudioSection({ onClose }: SectionProps) {
  const { t } = useWords();
  return (
    <SettingsPage title={t(($) => $.audio.title)} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-8 pb-8 max-[559px]:px-4">
        <PermissionBanners />
        <div className="rounded-m border border-line bg-raised px-4">
          <InputRow />
          <OutputRow />
          <HeadsetRow />
          <AdditionalRow />
          <RingtoneRow />
        </div>
        <Processing />
      </div>
    </SettingsPage>
  );
}
