import { Select } from '#ui/Select.tsx';
import { useAnnouncements } from '../announcements/announcements.ts';

interface AnnouncementSelectProps {
  label: string;
  /** What it says of no announcement. */
  none: string;
  /** The id of an announcement; empty for none. */
  value: string;
  error?: string | undefined;
  onChange: (announcementId: string) => void;
}

/** One of the announcements of the company. */
export function AnnouncementSelect({ label, none, value, error, onChange }: AnnouncementSelectProps) {
  const announcements = useAnnouncements();
  return (
    <Select
      label={label}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
      options={[{ value: '', label: none }, ...announcements.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}
