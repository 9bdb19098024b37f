/** Keeps the screen from going dark. Returns what lets it. Browsers let go by themselves when the page is put aside. */
export function keepAwake(): () => void {
  let isWanted = true
  let lock: WakeLockSentinel | undefined
  const take = async () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    try {
      lock = await navigator.wakeLock.request('screen')
      if (!isWanted) await lock.release()
    } catch {
      // A battery that is low: the system refuses, and the call goes on.
    }
  }
  void take()
  document.addEventListener('visibilitychange', take)
  return () => {
    isWanted = false
    document.removeEventListener('visibilitychange', take)
    void lock?.release()
  }
}
