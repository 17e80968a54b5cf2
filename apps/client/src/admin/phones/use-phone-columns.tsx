import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useMemo } from 'react';
import { useWords } from '#i18n/use-words.ts';
import type { Column } from '#ui/DataTable.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { deviceTones, sipAccountState } from '../device-state.ts';
import { aboutLine, firmwareOfDevice, type PhoneLine } from './phone-lines.ts';

/** The columns of the page of phones; numbers only where a line has any. */
export function usePhoneColumns(hasNumbers: boolean): Column<PhoneLine>[] {
  const { t } = useWords();
  return useMemo(() => {
    const model = (line: PhoneLine) =>
      line.of === 'account'
        ? t(($) => $.admin.sipAccounts.kind)
        : (line.device.registrations[0]?.userAgent ?? t(($) => $.admin.phones.kinds[line.device.kind]));
    return [
      {
        id: 'name',
        head: t(($) => $.admin.phones.name),
        sort: (line) => aboutLine(line).name,
        cell: (line) => <span className="font-med">{aboutLine(line).name}</span>,
      },
      {
        id: 'user',
        head: t(($) => $.admin.phones.user),
        sort: (line) => aboutLine(line).userName,
        cell: (line) => aboutLine(line).userName,
      },
      ...(hasNumbers ? [numbersColumn(t(($) => $.admin.sipAccounts.numbers))] : []),
      {
        id: 'kind',
        head: t(($) => $.admin.phones.kind),
        sort: model,
        from: 700,
        cell: model,
      },
      firmwareColumn(t(($) => $.admin.phoneSetup.version)),
      {
        id: 'address',
        head: t(($) => $.admin.phones.address),
        from: 1000,
        cell: (line) =>
          line.of === 'account'
            ? t(($) => $.admin.sipAccounts.atRegistrar, {
                username: line.account.username,
                registrar: line.account.registrar,
              })
            : line.device.registrations
                .map(({ transport, address }) => `${address} (${transport.toUpperCase()})`)
                .join(', '),
      },
      {
        id: 'state',
        head: t(($) => $.admin.phones.state),
        sort: (line) => (line.of === 'account' ? line.account : line.device).state,
        cell: (line) => <LineState line={line} />,
      },
    ];
  }, [t, hasNumbers]);
}

const numbersColumn = (head: string): Column<PhoneLine> => ({
  id: 'numbers',
  head,
  from: 700,
  cell: (line) =>
    line.of === 'account'
      ? line.account.phoneNumbers.map(({ phoneNumber }) => formatNumber(phoneNumber)).join(', ')
      : '',
});

const firmwareColumn = (head: string): Column<PhoneLine> => {
  const firmware = (line: PhoneLine) => (isDeskPhone(line) ? (firmwareOfDevice(line.device) ?? '') : '');
  return { id: 'firmware', head, sort: firmware, from: 1000, cell: firmware };
};

/** Apps have the version of this program. */
const isDeskPhone = (line: PhoneLine): line is Extract<PhoneLine, { of: 'device' }> =>
  line.of === 'device' && line.device.kind === 'phone';

function LineState({ line }: { line: PhoneLine }) {
  const { t } = useWords();
  if (line.of === 'device') {
    const { state } = line.device;
    return <StateBadge tone={deviceTones[state]}>{t(($) => $.admin.phones.states[state])}</StateBadge>;
  }
  const { tone, word } = sipAccountState(line.account.state);
  return <StateBadge tone={tone}>{t(($) => $.phones.states[word])}</StateBadge>;
}
