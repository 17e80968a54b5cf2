import { useEffect } from 'react';
import type { SectionProps } from '../section-props.ts';
import { PhoneList } from './PhoneList.tsx';
import { PhonePage } from './PhonePage.tsx';
import { usePhones } from './use-phones.ts';

/** The list of phones, or the one that the address names. Deeper addresses, and phones that are gone, show the list. */
export function PhonesSection({ rest, onGo, onClose }: SectionProps) {
  const phones = usePhones();
  const [id] = rest;
  const asked = rest.length === 1 ? phones.listed.find(({ phone }) => phone.id === id) : undefined;
  const isMissing = rest.length > 0 && phones.status === 'ready' && asked === undefined;
  useEffect(() => {
    if (isMissing) onGo('');
  }, [isMissing, onGo]);
  if (asked) return <PhonePage key={id} listed={asked} onBack={() => onGo('')} onClose={onClose} />;
  return <PhoneList phones={phones} onOpen={onGo} onClose={onClose} />;
}
