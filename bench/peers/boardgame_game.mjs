// Two players may tap at any time; the table counts, and remembers everybody's last tap.
export const game = {
  name: 'taps',
  setup: () => ({ count: 0, last: ['', ''] }),
  disableUndo: true,
  turn: { activePlayers: { all: 'tapping' }, stages: { tapping: {} } },
  moves: {
    tap: {
      client: false, // the server's word counts, as at our tables
      ignoreStaleStateID: true, // two taps at once are both heard
      move: ({ G, playerID }, mark) => {
        G.count += 1;
        G.last[Number(playerID)] = mark;
      },
    },
  },
};
