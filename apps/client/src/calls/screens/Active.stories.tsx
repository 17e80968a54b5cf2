import type { Meta, StoryObj } from '@storybook/react-vite';
import { Active } from './Active.tsx';
import { header, heldLeonie, noActions, people, pretendedLevels, recorded, running, since } from './testing/samples.ts';
import './dock.css';

const meta = {
  title: 'Calls/Dock',
  component: Active,
  decorators: [(Story) => <div className="w-62">{<Story />}</div>],
  args: { ...noActions, call: running(), keypadOpen: false, readLevels: pretendedLevels, sheet: false },
} satisfies Meta<typeof Active>;

export default meta;
type Story = StoryObj<typeof meta>;

const dials = header(people.svenja, { stage: 'dialling', establishedAt: null });

export const Dialling: Story = { args: { call: running({ lead: dials, quality: null }) } };
export const Connecting: Story = {
  args: { call: running({ lead: header(people.amadou, { stage: 'connecting', establishedAt: null }), quality: null }) },
};
export const Live: Story = {};
export const SharedChannel: Story = { args: { call: running({ channel: 'Hamburg', ownNumber: '+49 40 66969 20' }) } };
export const UnknownNumber: Story = { args: { call: running({ lead: header(people.number) }) } };
export const Anonymous: Story = { args: { call: running({ lead: header(people.anonymous) }) } };
export const KeypadOpen: Story = { args: { call: running({ typed: '001231020955320147#' }), keypadOpen: true } };
export const KeypadWithFew: Story = { args: { call: running({ typed: '12345678901234' }), keypadOpen: true } };

export const SecondCallDials: Story = {
  args: {
    call: running({
      lead: header(people.leonie, { stage: 'dialling', establishedAt: null }),
      other: header(people.ulrike, { held: true }),
      quality: null,
    }),
  },
};
export const SecondCallRefused: Story = {
  args: { call: running({ other: header(people.leonie, { stage: 'ended', establishedAt: null, ended: 'Busy' }) }) },
};
export const TwoCalls: Story = { args: { call: running({ other: heldLeonie }) } };
/** A waiting call was accepted: there is no hand-over. */
export const TakenFromWaiting: Story = { args: { call: running({ other: heldLeonie, transfer: false }) } };
export const TwoCallsRecording: Story = {
  args: { call: running({ other: heldLeonie, recording: recorded.running }) },
};
export const Conference: Story = {
  args: {
    call: running({
      lead: header(people.ulrike, { establishedAt: since(760) }),
      other: header(people.leonie, { establishedAt: since(558) }),
      conference: true,
    }),
  },
};

export const OnHold: Story = { args: { call: running({ lead: header(people.amadou, { held: true }) }) } };
export const Muted: Story = {
  args: { call: running({ lead: header(people.henrik, { establishedAt: since(48) }), muted: true }) },
};
export const MutedAndRecording: Story = { args: { call: running({ muted: true, recording: recorded.running }) } };

export const RecordingAsks: Story = { args: { call: running({ recording: recorded.asking }) } };
export const RecordingStarts: Story = { args: { call: running({ recording: recorded.starting }) } };
export const Recording: Story = { args: { call: running({ recording: recorded.running }) } };
export const RecordingSaved: Story = { args: { call: running({ recording: recorded.saving }) } };
export const RecordingStopped: Story = { args: { call: running({ recording: recorded.stopped }) } };

const wrona = header(people.paulina, { establishedAt: since(96) });
export const PoorNetwork: Story = { args: { call: running({ lead: wrona, quality: { bars: 1, cause: 'loss' } }) } };
export const FairNetwork: Story = { args: { call: running({ lead: wrona, quality: { bars: 2, cause: 'jitter' } }) } };
export const SlowNetwork: Story = { args: { call: running({ lead: wrona, quality: { bars: 1, cause: 'delay' } }) } };
export const NothingHeard: Story = {
  args: { call: running({ lead: wrona, quality: { bars: 0, cause: 'noAudioIn' } }) },
};
export const NotHeard: Story = { args: { call: running({ lead: wrona, quality: { bars: 0, cause: 'noAudioOut' } }) } };
export const AnotherTab: Story = {
  args: { call: running({ lead: header(people.ulrike, { establishedAt: since(423) }), elsewhere: true }) },
};
