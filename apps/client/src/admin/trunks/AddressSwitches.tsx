import type { ComponentProps } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Switch } from '#ui/Switch.tsx';

type SwitchField = Omit<ComponentProps<'input'>, 'type'>;

/**
 * The two ways in which a provider learns where help has to go: with the call, or beforehand from the administrator.
 */
export function AddressSwitches({ sends, confirmed }: { sends: SwitchField; confirmed: SwitchField }) {
  const { t } = useWords();
  return (
    <>
      <Switch
        label={t(($) => $.admin.trunks.sendsAddress)}
        help={t(($) => $.admin.trunks.sendsAddressHelp)}
        {...sends}
      />
      <Switch
        label={t(($) => $.admin.trunks.addressConfirmed)}
        help={t(($) => $.admin.trunks.addressConfirmedHelp)}
        {...confirmed}
      />
    </>
  );
}
