/** `run-auto-cancel` as `runAutoCancel`, `appointment.created` as `appointmentCreated`. */
export const camelCase = (name: string): string =>
  name.replace(/[-._]([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** `bookAppointment` as `BookAppointment`. */
export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
