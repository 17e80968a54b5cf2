import { slideOverDetailDelayMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import type { ContactDetailProps } from './contact-detail-props.ts';
import { ContactHead } from './detail/ContactHead.tsx';
import { ContactPage } from './detail/ContactPage.tsx';
import { partingBy } from './detail/parting.ts';
import { keptContact, useContact } from './detail/use-contact.ts';

/**
 * The page of a contact or colleague: their numbers, and the calls with them. It is loaded once they stay open for 200
 * ms, so that going through a list with the arrow keys asks for nothing in between.
 */
export function ContactDetail(props: ContactDetailProps) {
  const { contactId, onBack, onClose } = props;
  const queries = useQueryClient();
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(contactId), slideOverDetailDelayMs);
    return () => clearTimeout(timer);
  }, [contactId]);
  if (settled === contactId) return <Loaded key={contactId} {...props} />;
  return (
    <>
      <ContactHead contact={keptContact(queries, contactId)} locked={null} onBack={onBack} onClose={onClose} />
      <DetailShape />
    </>
  );
}

function Loaded(props: ContactDetailProps) {
  const { t } = useWords();
  const { contactId, onBack, onClose, onGone } = props;
  const found = useContact(contactId);
  const isGone = found.status === 'gone';
  const ways = useRef({ back: onBack ?? onClose, onGone });
  useEffect(() => {
    ways.current = { back: onBack ?? onClose, onGone };
  });
  const [parting] = useState(() =>
    partingBy({ deleted: () => ways.current.back(), gone: () => ways.current.onGone() }),
  );
  useEffect(() => {
    if (isGone) parting.gone();
  }, [isGone, parting]);

  if (found.status === 'ready') {
    return <ContactPage {...props} parting={parting} contact={found.contact} integration={found.integration} />;
  }
  return (
    <>
      <ContactHead contact={null} locked={null} onBack={onBack} onClose={onClose} />
      {found.status === 'failed' ? (
        <div role="alert">
          <Empty
            title={t(($) => $.contacts.detail.failed)}
            action={<Button onClick={found.retry}>{t(($) => $.app.tryAgain)}</Button>}
          />
        </div>
      ) : (
        <DetailShape />
      )}
    </>
  );
}

/** The placeholder for a contact who takes longer than half a second to load. */
function DetailShape() {
  const { t } = useWords();
  return (
    <AfterAMoment>
      <div role="status" aria-label={t(($) => $.contacts.detail.loading)} className="flex flex-col gap-5 px-6 py-5">
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-9 w-1/2" />
        <Skeleton className="h-32 w-full" />
      </div>
    </AfterAMoment>
  );
}
