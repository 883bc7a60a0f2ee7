// PDF
