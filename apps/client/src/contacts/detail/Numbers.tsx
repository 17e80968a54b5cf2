import type { Contact, ContactNumber } from '@sidetone/contract/entities/contact.ts';
import { Copy, Phone, Plus } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { ContextMenu } from '#ui/ContextMenu.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { standardNumber, useContactNumberWords } from '../contact-numbers.ts';
import { type CallBarrier, mailLink } from './contact-rights.ts';
import { copyText } from './copy-text.ts';
import { Part } from './Part.tsx';

interface NumbersProps {
  contact: Contact;
  barrierOf: (number: ContactNumber) => CallBarrier | null;
  onCall: (number: ContactNumber) => void;
  /** Null where no number can be added; `barred` says why that is not possible now. */
  onAdd: (() => void) | null;
  addBarred: string | null;
}

/** The numbers of a contact, each with its actions, and the e-mail address. */
export function Numbers({ contact, barrierOf, onCall, onAdd, addBarred }: NumbersProps) {
  const { t } = useWords();
  const standard = contact.phoneNumbers.length > 1 ? standardNumber(contact) : null;
  return (
    <Part
      title={t(($) => $.contacts.detail.numbers)}
      end={
        onAdd === null ? null : (
          <span title={addBarred ?? undefined}>
            <Button tone="ghost" size="s" className="-mr-2.5" disabled={addBarred !== null} onClick={onAdd}>
              <Icon of={Plus} size={14} />
              {t(($) => $.contacts.detail.addNumber)}
            </Button>
          </span>
        )
      }
    >
      <ul className="border-line border-t">
        {contact.phoneNumbers.map((number) => (
          <NumberLine
            key={number.id}
            number={number}
            isStandard={number === standard}
            barrier={barrierOf(number)}
            onCall={() => onCall(number)}
          />
        ))}
        {contact.phoneNumbers.length === 0 ? (
          <li className="flex h-10 items-center text-ink-3">{t(($) => $.contacts.detail.noNumbers)}</li>
        ) : null}
        {contact.email === null ? null : (
          <li className="flex min-h-10 items-center gap-3 border-line border-t first:border-t-0">
            <span className="w-23 flex-none text-ink-3">{t(($) => $.contacts.detail.email)}</span>
            <a href={mailLink(contact.email)} className="min-w-0 truncate text-accent hover:underline">
              {contact.email}
            </a>
          </li>
        )}
      </ul>
    </Part>
  );
}

interface NumberLineProps {
  number: ContactNumber;
  isStandard: boolean;
  barrier: CallBarrier | null;
  onCall: () => void;
}

function NumberLine({ number, isStandard, barrier, onCall }: NumberLineProps) {
  const { t } = useWords();
  const words = useContactNumberWords();
  const shown = words.number(number);
  const copy = () =>
    copyText(number.e164 ?? number.localized, {
      copied: t(($) => $.contacts.detail.numberCopied),
      notCopied: t(($) => $.contacts.detail.notCopied),
    });
  return (
    <ContextMenu
      area={
        <li className="flex min-h-10 items-center gap-x-3 border-line border-t first:border-t-0 data-popup-open:bg-hover max-[559px]:flex-wrap max-[559px]:py-1.5" />
      }
      list={
        <>
          {/* On a small screen the label is above the number, which has to be read to its end. */}
          <span className="w-23 flex-none truncate text-ink-3 max-[559px]:w-full">{words.label(number)}</span>
          <span className="min-w-0 select-text truncate font-med">{shown}</span>
          {isStandard ? <Chip>{t(($) => $.contacts.detail.standard)}</Chip> : null}
          <span className="flex-1" />
          <IconButton
            icon={Copy}
            label={t(($) => $.contacts.detail.copyNumberOf, { number: shown })}
            onClick={({ detail }) => detail < 2 && copy()}
          />
          <span title={barrier === null ? undefined : t(($) => $.contacts.detail.cannotCall[barrier])}>
            <Button
              size="s"
              disabled={barrier !== null}
              aria-label={t(($) => $.contacts.detail.callNumber, { number: shown })}
              onClick={onCall}
            >
              <Icon of={Phone} size={14} className={barrier === null ? 'text-live' : 'text-ink-3'} />
              {t(($) => $.contacts.detail.call)}
            </Button>
          </span>
        </>
      }
    >
      <MenuItem icon={Phone} disabled={barrier !== null} onSelect={onCall}>
        {t(($) => $.contacts.detail.call)}
      </MenuItem>
      <MenuItem icon={Copy} onSelect={copy}>
        {t(($) => $.contacts.detail.copyNumber)}
      </MenuItem>
    </ContextMenu>
  );
}
