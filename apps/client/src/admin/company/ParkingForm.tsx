import type { AdminAccount } from '@sidetone/contract/entities/admin-account.ts';
import { type ParkingSettings, parkingSettings, parkWaits } from '@sidetone/contract/entities/call-settings.ts';
import { recordingRoutes } from '@sidetone/contract/http/recording-routes.ts';
import { parkNumber, parkSlots } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';

const musics = ['hold', 'default', 'off'] as const;

/** Where calls are parked, for how long, and what they hear. */
export function ParkingForm({ account }: { account: AdminAccount }) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const saved = account.callSettings.parking;
  const [changed, setChanged] = useState<Partial<ParkingSettings> | null>(null);
  // What another administrator saves appears beside what is changed here.
  const shown = { ...saved, ...changed };
  const isLong = parkingSettings.shape.waitSeconds.safeParse(shown.waitSeconds).success;
  const isExtension = parkingSettings.shape.comesBackTo.safeParse(shown.comesBackTo).success;
  const isInOrder = shown.firstSlot <= shown.lastSlot;
  const set = (change: Partial<ParkingSettings>) => setChanged({ ...changed, ...change });
  const save = async (parking: ParkingSettings, before: ParkingSettings) => {
    const done = await run(() => call(recordingRoutes.updateCallSettings, { body: { parking } }), {
      id: 'parking',
      title: t(($) => $.admin.saved),
      action: { label: t(($) => $.app.undo), run: () => void save(before, parking) },
    });
    if (done) setChanged(null);
  };
  const places = parkSlots.map((slot) => ({ value: String(slot), label: `${slot} (${parkNumber(slot)})` }));
  return (
    <Group title={t(($) => $.admin.company.parking.title)} text={t(($) => $.admin.company.parking.text)}>
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Select
          label={t(($) => $.admin.company.parking.first)}
          value={String(shown.firstSlot)}
          options={places}
          onChange={(event) => set({ firstSlot: Number(event.target.value) })}
        />
        <Select
          label={t(($) => $.admin.company.parking.last)}
          value={String(shown.lastSlot)}
          options={places}
          error={isInOrder ? undefined : t(($) => $.admin.company.parking.wrongOrder)}
          onChange={(event) => set({ lastSlot: Number(event.target.value) })}
        />
        <Field
          label={t(($) => $.admin.company.parking.seconds)}
          type="number"
          min={parkWaits.least}
          max={parkWaits.most}
          value={Number.isNaN(shown.waitSeconds) ? '' : shown.waitSeconds}
          error={isLong ? undefined : t(($) => $.admin.company.parking.wrongSeconds, parkWaits)}
          onChange={(event) => set({ waitSeconds: event.target.valueAsNumber })}
        />
        <Field
          label={t(($) => $.admin.company.parking.comesBackTo)}
          help={t(($) => $.admin.company.parking.comesBackToHelp)}
          inputMode="numeric"
          maxLength={5}
          value={shown.comesBackTo ?? ''}
          error={isExtension ? undefined : t(($) => $.admin.company.parking.wrongExtension)}
          onChange={(event) => set({ comesBackTo: event.target.value.trim() || null })}
        />
        <Select
          label={t(($) => $.admin.company.parking.music)}
          value={shown.music}
          options={musics.map((value) => ({ value, label: t(($) => $.admin.company.parking.musics[value]) }))}
          onChange={(event) => set({ music: event.target.value as ParkingSettings['music'] })}
        />
      </div>
      <Button
        size="s"
        tone="primary"
        className="justify-self-end"
        disabled={changed === null || !isLong || !isInOrder || !isExtension || busy}
        onClick={() => void save(shown, saved)}
      >
        {t(($) => $.admin.save)}
      </Button>
    </Group>
  );
}
