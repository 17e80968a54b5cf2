import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '#ui/Button.tsx';
import type { CallProblem } from '../engine/call-error.ts';
import { ConsentDialog } from './ConsentDialog.tsx';
import { FirewallHelp, openFirewallHelp } from './FirewallHelp.tsx';
import { showCallProblem } from './problems.ts';

const meta = { title: 'Calls/Dialogs and messages' } satisfies Meta;

export default meta;
type Story = StoryObj;

export const Consent: Story = {
  render: () => <ConsentDialog open onStart={() => {}} onClose={() => {}} />,
};

export const Firewall: Story = {
  render: () => (
    <>
      <Button onClick={openFirewallHelp}>Open</Button>
      <FirewallHelp />
    </>
  ),
  play: async () => openFirewallHelp(),
};

const problems: readonly CallProblem[] = [
  'CALL_ACCEPTING_ERROR',
  'MAX_CALLS_REACHED',
  'ALREADY_IN_CALL',
  'TRANSFER_FAILED',
  'OFFLINE',
  'PHONE_NOT_FOUND',
  'NO_MICROPHONE',
  'NO_SPEAKERS',
  'NO_AUDIO_DEVICES',
  'MICROPHONE_NOT_FOUND',
  'MICROPHONE_ERROR',
  'RECORDING_START_FAILED',
  'RECORDING_STOP_FAILED',
  'HOLD_FAILED',
  'UNHOLD_FAILED',
  'UNKNOWN',
];

/** Press one to see its message. */
export const Problems: Story = {
  render: () => (
    <>
      <div className="flex w-94 flex-wrap gap-2">
        {problems.map((problem) => (
          <Button key={problem} size="s" onClick={() => showCallProblem(problem)}>
            {problem}
          </Button>
        ))}
      </div>
      <FirewallHelp />
    </>
  ),
  play: async () => showCallProblem('CALL_ACCEPTING_ERROR'),
};
