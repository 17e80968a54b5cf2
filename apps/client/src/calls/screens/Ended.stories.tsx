import type { Meta, StoryObj } from '@storybook/react-vite';
import { type Call, newCall } from '../core/call.ts';
import { endedBadly, endedMark, endedMore, endedWords } from './call-words.ts';
import { Ended, Transferring } from './Ended.tsx';
import type { Person } from './person.ts';
import { people } from './testing/samples.ts';
import './dock.css';

interface EndingProps {
  person: Person;
  /** The outcome of the call, from which its words follow. */
  end: Partial<Call>;
  talked: boolean;
  seconds: number;
}

/** The end of a call on the screen, from its last fields. */
function Ending({ person, end, talked, seconds }: EndingProps) {
  const born = newCall({
    id: 'a',
    docId: 'a',
    direction: 'OUTGOING',
    number: '+4930',
    remote: null,
    channelId: null,
    channelName: null,
    ownNumber: null,
    startedAt: 0,
  });
  const call: Call = { ...born, state: 'Terminated', establishedAt: talked ? 1 : null, ...end };
  return (
    <div className="w-66">
      {call.state === 'Transferring' ? (
        <Transferring person={person} how={endedWords(call)} shape="dock" />
      ) : (
        <Ended
          person={person}
          how={endedWords(call)}
          more={endedMore(call)}
          bad={endedBadly(call)}
          mark={endedMark(call)}
          seconds={seconds}
          shape="dock"
        />
      )}
    </div>
  );
}

const meta = {
  title: 'Calls/Endings',
  component: Ending,
  args: { person: people.ulrike, end: { reason: 'HANGUP', endedBy: 'remote' }, talked: true, seconds: 372 },
} satisfies Meta<typeof Ending>;

export default meta;
type Story = StoryObj<typeof meta>;

const to = { transferredTo: 'Leonie Marx' };

export const Transferred: Story = { args: { end: { state: 'Transferred', ...to }, seconds: 275 } };
export const HandedOver: Story = { args: { end: { state: 'Transferring', ...to } } };
export const TransferFailed: Story = { args: { end: { state: 'TransferFailed', ...to }, seconds: 275 } };
export const EndedByTheOtherSide: Story = {};
export const HungUp: Story = { args: { end: { reason: 'HANGUP', endedBy: 'user' } } };
export const CutOff: Story = { args: { end: { reason: 'TERMINATED', endedBy: 'system' } } };
export const OnAnotherDevice: Story = {
  args: { person: people.tarek, end: { state: 'ContinuedElsewhere' }, seconds: 134 },
};
export const AnsweredElsewhere: Story = {
  args: { person: people.tarek, end: { state: 'AcceptedElsewhere' }, talked: false, seconds: 0 },
};
export const Declined: Story = {
  args: { person: people.ingrid, end: { reason: 'DECLINED' }, talked: false, seconds: 0 },
};
export const Busy: Story = {
  args: { person: people.svenja, end: { reason: 'BUSY_EVERYWHERE' }, talked: false, seconds: 0 },
};
export const Cancelled: Story = {
  args: { person: people.svenja, end: { reason: 'CANCELLED' }, talked: false, seconds: 0 },
};
export const NotFound: Story = {
  args: { person: people.number, end: { reason: 'NOT_FOUND' }, talked: false, seconds: 0 },
};
export const NotAvailable: Story = {
  args: { person: people.svenja, end: { reason: 'TEMPORARILY_UNAVAILABLE' }, talked: false, seconds: 0 },
};
export const NotConnected: Story = {
  args: { person: people.svenja, end: { reason: 'TERMINATED' }, talked: false, seconds: 0 },
};
