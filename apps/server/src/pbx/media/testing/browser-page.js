// Runs inside a test's page: a peer connection with an ear and a mouth.

/** @param {number | undefined} hertz an oscillator's pitch instead of the microphone */
window.setUp = async (hertz) => {
  const context = new AudioContext();
  const connection = new RTCPeerConnection();
  const analyser = new AnalyserNode(context, { fftSize: 32_768 });
  const speaker = new Audio();
  let answeredAt = 0;
  let connectedAt;
  connection.ontrack = ({ streams, track }) => {
    const stream = streams[0] ?? new MediaStream([track]);
    speaker.srcObject = stream; // Chromium decodes a remote stream only while something plays it
    speaker.muted = true;
    void speaker.play();
    context.createMediaStreamSource(stream).connect(analyser);
  };
  const mouth = async () => {
    if (hertz === undefined) {
      const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
      return await navigator.mediaDevices.getUserMedia({ audio: plain });
    }
    const tone = new OscillatorNode(context, { frequency: hertz });
    const out = new MediaStreamAudioDestinationNode(context);
    tone.connect(out);
    tone.start();
    return out.stream;
  };
  const stream = await mouth();
  for (const track of stream.getAudioTracks()) connection.addTrack(track, stream);
  const gathered = () => new Promise((resolve) => setTimeout(resolve, 200));
  const watch = () => {
    answeredAt = performance.now();
    connectedAt = new Promise((resolve) => {
      connection.addEventListener('connectionstatechange', () => {
        if (connection.connectionState === 'connected') resolve(performance.now() - answeredAt);
      });
    });
  };
  window.person = {
    offer: async (options) => {
      await connection.setLocalDescription(await connection.createOffer(options));
      await gathered();
      return connection.localDescription?.sdp ?? '';
    },
    acceptAnswer: async (sdp) => {
      if (connectedAt === undefined) watch();
      await connection.setRemoteDescription({ type: 'answer', sdp });
    },
    answer: async (sdp) => {
      await connection.setRemoteDescription({ type: 'offer', sdp });
      if (connectedAt === undefined) watch();
      await connection.setLocalDescription(await connection.createAnswer());
      await gathered();
      return connection.localDescription?.sdp ?? '';
    },
    direct: (direction) => {
      for (const transceiver of connection.getTransceivers()) transceiver.direction = direction;
    },
    press: (digits) => connection.getSenders()[0]?.dtmf?.insertDTMF(digits, 100, 70),
    connectedAfter: () => connectedAt ?? Promise.resolve(-1),
    state: () => connection.connectionState,
    stats: async () => {
      const report = await connection.getStats();
      return Object.fromEntries([...report.values()].map((entry) => [entry.type, entry]));
    },
    localPort: async () => {
      const report = await connection.getStats();
      const transport = [...report.values()].find((entry) => entry.type === 'transport');
      return report.get(report.get(transport.selectedCandidatePairId).localCandidateId).port;
    },
    listen: () => {
      const samples = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(samples);
      return { samples: Array.from(samples), sampleRate: context.sampleRate };
    },
  };
};
