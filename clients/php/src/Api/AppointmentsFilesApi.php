<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Items;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\VisitFile;
use MedinaCare\Types\VisitFileContent;

final class AppointmentsFilesApi extends Resource
{
    /**
     * List the files of an appointment.
     *
     * Returns the files that participants shared in the room, oldest first. Available to the patient, their guardians, the practitioner, and administrators who opened the file of the patient.
     *
     * Scope: `appointments:read`.
     *
     * @param string $id The id of the appointment.
     * @return Items<VisitFile>
     */
    public function list(string $id, ?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'GET',
            '/api/appointments/{id}/files',
            values: [$id],
            take: 'files',
            kind: [VisitFile::class],
            options: $options,
        ));
    }

    /**
     * Read a file of an appointment.
     *
     * Returns the file with a new URL of its content. Available to the patient, their guardians, the practitioner, and administrators who opened the file of the patient.
     *
     * Scope: `appointments:read`.
     *
     * @param string $id The id of the file.
     * @param string $fileId The id of the file.
     */
    public function get(string $id, string $fileId, ?Options $options = null): VisitFileContent
    {
        return $this->http->send(new Request(
            'GET',
            '/api/appointments/{id}/files/{fileId}',
            values: [$id, $fileId],
            take: 'file',
            kind: VisitFileContent::class,
            options: $options,
        ));
    }
}
