import { useLiveRooms } from '#conference-rooms/live-rooms.ts';
import { RoomPeople } from '#conference-rooms/RoomPeople.tsx';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { SettingBody } from '../SettingGroup.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import type { SectionProps } from '../section-props.ts';

/** The conference rooms that the user owns, for administrators those of the company, with who is there. */
export function RoomsSection({ onClose }: SectionProps) {
  const { t } = useWords();
  const { rows } = useLiveRooms();
  const me = useMe();
  return (
    <SettingsPage title={t(($) => $.rooms.title)} onClose={onClose}>
      <SettingBody>
        <div className="grid gap-5">
          <p className="text-pretty text-ink-2">{t(($) => $.rooms[me?.admin ? 'ofCompany' : 'own'])}</p>
          {rows.map((room) => (
            <section key={room.id} className="grid gap-2">
              <h3 className="font-semi">
                {room.name}
                {room.extension === null ? null : <span className="font-regular text-ink-3"> · {room.extension}</span>}
              </h3>
              <RoomPeople room={room} />
            </section>
          ))}
        </div>
      </SettingBody>
    </SettingsPage>
  );
}
